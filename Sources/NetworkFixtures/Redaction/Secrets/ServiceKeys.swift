/// What the keys of well-known services begin with, and how many characters follow at least.
enum ServiceKeys {
  struct Prefix {
    let text: [UInt8]
    let least: Int
  }

  static func prefixes(startingWith byte: UInt8) -> [Prefix] {
    table[Int(byte)]
  }

  private static let table: [[Prefix]] = {
    let groups = Dictionary(grouping: all) { $0.text.first ?? 0 }
    return (UInt8.min...UInt8.max).map { groups[$0] ?? [] }
  }()

  private static let all: [Prefix] = [
    // Payments.
    ("sk_live_", 10), ("sk_test_", 10), ("rk_live_", 10), ("rk_test_", 10), ("pk_live_", 10), ("pk_test_", 10),
    ("whsec_", 16), ("sq0atp-", 16), ("sq0csp-", 16), ("rzp_live_", 10), ("rzp_test_", 10), ("shpat_", 24),
    ("shpss_", 24), ("shpca_", 24),
    // Code hosts and registries.
    ("ghp_", 30), ("gho_", 30), ("ghu_", 30), ("ghs_", 30), ("ghr_", 30), ("github_pat_", 30), ("glpat-", 16),
    ("gldt-", 16), ("glrt-", 16), ("npm_", 30), ("pypi-", 30), ("rubygems_", 30), ("dckr_pat_", 20), ("ATATT3", 40),
    ("ATCTT3", 40),
    // Chat and mail.
    ("xoxb-", 16), ("xoxp-", 16), ("xoxa-", 16), ("xoxr-", 16), ("xoxs-", 16), ("xoxe-", 16), ("xapp-", 16),
    ("SG.", 30), ("key-", 28), ("mailchimp-", 30),
    // Clouds.
    ("AKIA", 16), ("ASIA", 16), ("AIza", 30), ("ya29.", 20), ("1//0", 20), ("LTAI", 16), ("dop_v1_", 40),
    ("doo_v1_", 40), ("hvs.", 20), ("hvb.", 20), ("dapi", 32), ("glsa_", 30), ("sbp_", 30), ("vercel_", 20),
    ("AGE-SECRET-KEY-", 40),
    // Models and tools.
    ("sk-", 20), ("gsk_", 20), ("xai-", 20), ("hf_", 20), ("r8_", 30), ("lin_api_", 30), ("figd_", 30), ("secret_", 30),
    ("ntn_", 30), ("PMAK-", 30), ("sgp_", 30), ("EAAC", 60), ("pat-", 30), ("api-", 32),
  ].map { Prefix(text: Array($0.utf8), least: $1) }
}
