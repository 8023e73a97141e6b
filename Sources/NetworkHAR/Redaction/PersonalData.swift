extension Redaction.Rule {
  /// E-mail addresses, telephone numbers and numbers of cards by their form, and values with names such as `email` and `phone`.
  ///
  /// A telephone number is found in its international form, or in North American notation.
  public static let personalData = all(
    PersonalData.names.map { .name($0) } + PersonalData.expressions.map { .pattern($0, name: $1) })
}

/// The rules for data that is removed from recordings on request: e-mail addresses, telephone numbers, numbers of cards.
private enum PersonalData {
  static let names = [
    "*email", "*emailaddress", "*phone", "*phonenumber", "*telephone", "*mobile", "*mobilenumber", "*msisdn",
  ]

  /// The expressions, and the names in their placeholders.
  static let expressions = [
    // Not the user and the host of a URL, and not the name of an image at twice the resolution.
    (
      #"(?<![\w.+'-])(?<!//[^\s/@]{0,64})[\w.+'-]+@(?!\d+x\.)(?:[\w-]+\.)+\p{L}{2,}"#, "email"
    ),
    (
      #"(?<![\w+./-])(?:\+[1-9]\d(?:[ ().-]{0,2}\d){6,13}|\(\d{2,5}\)[ -]?\d{3,4}[ -]?\d{3,4}|\d{3}[-.]\d{3}[-.]\d{4})(?![\w-])"#,
      "telephone"
    ),
    // The numbers of cards, in groups or not; one in a path or after a dash is an id.
    (
      #"(?<![\w./+-])(?:(?:4\d|5[1-5]|2[2-7]|6[025]|35)\d{2}(?:[ -]?\d{4}){3}|3[47]\d{2}[ -]?\d{6}[ -]?\d{5})(?![\w-])"#,
      "card-number"
    ),
  ]
}
