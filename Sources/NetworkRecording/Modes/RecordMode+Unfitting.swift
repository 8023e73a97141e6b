// Modes as other libraries call them, with the right one as the compiler's error.

extension RecordMode {
  /// Explains the word for recording anew.
  @available(*, unavailable, message: "write .all to record everything again, or .missing to record what is not there")
  public static var record: Self { all }

  /// Explains the word for recording anew.
  @available(*, unavailable, renamed: "all")
  public static var always: Self { all }

  /// Explains the word for recording once.
  @available(*, unavailable, renamed: "missing")
  public static var once: Self { missing }

  /// Explains the word for recording once.
  @available(*, unavailable, renamed: "new")
  public static var newEpisodes: Self { new }

  /// Explains the word for replaying.
  @available(*, unavailable, renamed: "never")
  public static var replay: Self { never }

  /// Explains the word for replaying.
  @available(*, unavailable, renamed: "never")
  public static var none: Self { never }
}

extension RecordMode {
  /// Explains the word for recording once.
  @available(*, unavailable, renamed: "missing")
  public static var recordIfMissing: Self { missing }
}

extension Trait where Self == NetworkTrait {
  /// Explains the label of a mode.
  @available(*, unavailable, message: "write .recording(\"name\", mode: .all)")
  public static func recording(_ name: String, record mode: RecordMode) -> Self { recording(name) }

  /// Explains the label of a mode.
  @available(*, unavailable, message: "write .recording(\"name\", mode: .all)")
  public static func recording(_ name: String, _ mode: RecordMode) -> Self { recording(name) }
}
