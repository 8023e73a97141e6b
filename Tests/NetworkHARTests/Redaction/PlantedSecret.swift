import Foundation
import NetworkEndpoints
import NetworkStubs
import TestSupport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A secret that nobody owns, put together at run time so that no scanner finds it in this file.
struct PlantedSecret: Sendable, CustomStringConvertible {
  /// Where a secret is known for one.
  enum Home: Sendable {
    case header(String, scheme: String = "")
    case query(String)
    case form(String)
    case json(String)
    case multipart(String)
    case cookie(String)
    case basic
    case userInformation
    /// By its shape alone, in any text.
    case shape
  }

  let kind: String
  let value: String
  let home: Home
  var description: String { kind }

  init(_ kind: String, _ value: String, _ home: Home) {
    self.kind = kind
    self.value = value
    self.home = home
  }
}

extension PlantedSecret {
  private static let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
  private static let digits = Array("0123456789")

  /// Random characters, the same each time for the same seed, with digits all over.
  private static func random(_ count: Int, seed: UInt64, from alphabet: [Character]? = nil) -> String {
    var state = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    let characters = alphabet ?? letters + digits + digits
    return String(
      (0..<count).map { _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return characters[Int(state >> 33) % characters.count]
      })
  }

  private static func hex(_ count: Int, seed: UInt64) -> String {
    random(count, seed: seed, from: Array("0123456789abcdef"))
  }

  private static func base64URL(_ text: String) -> String {
    Data(text.utf8).base64EncodedString().replacingOccurrences(of: "=", with: "")
      .replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
  }

  static let webToken =
    base64URL(#"{"alg":"HS256","typ":"JWT"}"#) + "." + base64URL(#"{"sub":"usr_7Q2MZK4E","exp":1749663728}"#) + "."
    + random(43, seed: 1)

  private static let pem =
    "-----BEGIN " + "PRIVATE KEY-----\n" + random(64, seed: 2) + "\n" + random(40, seed: 3) + "\n-----END "
    + "PRIVATE KEY-----"

  static let all: [PlantedSecret] = [
    Self("bearer token", random(40, seed: 10), .header("Authorization", scheme: "Bearer ")),
    Self("token of a scheme", hex(40, seed: 11), .header("Authorization", scheme: "Token ")),
    Self("bare authorization", random(30, seed: 12), .header("authorization")),
    Self("proxy authorization", random(30, seed: 13), .header("Proxy-Authorization", scheme: "Bearer ")),
    Self("basic password", "s3cret p@ss+w/ö\"rd", .basic),
    Self("API key in a header", hex(32, seed: 14), .header("X-Api-Key")),
    Self("API key of a gateway", hex(32, seed: 15), .header("Ocp-Apim-Subscription-Key")),
    Self("auth token in a header", random(24, seed: 16), .header("X-Auth-Token")),
    Self("CSRF token", random(32, seed: 17), .header("X-CSRF-Token")),
    Self("security token of a cloud", random(120, seed: 18), .header("X-Amz-Security-Token")),
    Self("vault token", "hvs." + random(24, seed: 19), .header("X-Vault-Token")),
    Self("webhook signature", "t=1749663728,v1=" + hex(64, seed: 20), .header("Stripe-Signature")),
    Self("session cookie", random(26, seed: 21), .cookie("session_id")),
    Self(
      "cookie with an encoded value", "s%3A" + random(32, seed: 22) + "%2F" + random(8, seed: 23),
      .cookie("connect.sid")),
    Self("API key in a query", random(20, seed: 24), .query("api_key")),
    Self("access token in a query", random(48, seed: 25), .query("access_token")),
    Self("signature of a signed URL", hex(64, seed: 26), .query("X-Amz-Signature")),
    Self("signature of a shared link", random(40, seed: 27) + "%3D", .query("sig")),
    Self("password in a form", "correct horse battery staple", .form("password")),
    Self("client secret", random(32, seed: 28), .form("client_secret")),
    Self("refresh token", "1//0" + random(60, seed: 29), .form("refresh_token")),
    Self("code verifier", random(64, seed: 30), .form("code_verifier")),
    Self("nested form field", "hunter2-hunter2", .form("user[password]")),
    Self("password in JSON", "tr0ub4dor&3<\"\\/>", .json("password")),
    Self("short password in JSON", "hunter2", .json("passwd")),
    Self("id token", webToken + "x", .json("id_token")),
    Self("private key in JSON", pem, .json("private_key")),
    Self("secret in a camel case key", random(22, seed: 31), .json("clientSecret")),
    Self("password in a form with files", "pässwörd 1 & 2", .multipart("password")),
    Self("JSON Web Token", webToken, .shape),
    Self("private key", pem.replacingOccurrences(of: random(40, seed: 3), with: random(40, seed: 32)), .shape),
    Self("payment key", "sk_" + "live_" + random(24, seed: 33), .shape),
    Self("code host token", "gh" + "p_" + random(36, seed: 34), .shape),
    Self("fine-grained token", "github" + "_pat_" + random(22, seed: 35) + "_" + random(59, seed: 36), .shape),
    Self("chat token", "xo" + "xb-" + random(11, seed: 37, from: digits) + "-" + random(24, seed: 38), .shape),
    Self("cloud key id", "AK" + "IA" + random(16, seed: 39, from: Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")), .shape),
    Self("maps key", "AI" + "za" + random(35, seed: 40), .shape),
    Self("model key", "sk-" + "proj-" + random(48, seed: 41), .shape),
    Self("mail key", "SG" + "." + random(22, seed: 42) + "." + random(43, seed: 43), .shape),
    Self("bot token", random(9, seed: 44, from: Array("123456789")) + ":" + random(35, seed: 45), .shape),
    Self("package registry token", "np" + "m_" + random(36, seed: 46), .shape),
    Self("payment key of letters", "sk_" + "live_" + random(24, seed: 47, from: letters), .shape),
    Self("password in a URL", "ur1-p@ssw0rd", .userInformation),
  ]
}
