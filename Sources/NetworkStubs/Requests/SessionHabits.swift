/// What the sessions of this platform do differently from those of the other.
///
/// The values for Linux are measured with bare sessions, and `RefusedRequestTests` compares them with what is here. Those for Apple
/// platforms follow the documentation, and have not been run.
package enum SessionHabits {
  #if canImport(FoundationNetworking)
    /// Whether the scheme of a URL may have upper-case letters.
    static let takesUpperCaseScheme = false
    /// Whether the type of a form is added to a `POST` although the configuration has a type.
    static let repeatsContentType = true
    /// Whether the user and the password of a URL are sent before a server asks for them.
    static let sendsUserOfURL = true
    /// Whether a body of HEAD is left out.
    static let dropsBodyOfHEAD = true
    /// The error of a body that is not in the coding that its answer says.
    static let undecodable = URLError.Code.unknown
  #else
    /// Whether the scheme of a URL may have upper-case letters.
    static let takesUpperCaseScheme = true
    /// Whether the type of a form is added to a `POST` although the configuration has a type.
    static let repeatsContentType = false
    /// Whether the user and the password of a URL are sent before a server asks for them.
    static let sendsUserOfURL = false
    /// Whether a body of HEAD is left out.
    static let dropsBodyOfHEAD = false
    /// The error of a body that is not in the coding that its answer says.
    static let undecodable = URLError.Code.cannotDecodeContentData
  #endif
}
