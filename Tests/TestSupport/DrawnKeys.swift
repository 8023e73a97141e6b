import NetworkTesting

/// Keys that nobody owns, drawn as each service draws its own: its alphabet, its length, its fixed parts.
///
/// Written from what the services document, apart from the rules that find them. In a form, `<w36>` is 36 characters of an
/// alphabet.
package struct DrawnKeys: Sendable, CustomStringConvertible {
  package let kind: String
  package let form: String
  package var description: String { "\(kind) \(form)" }

  package init(kind: String, form: String) {
    self.kind = kind
    self.form = form
  }

  /// Draws keys, the same for the same seed.
  package func keys(_ count: Int, seed: UInt64) -> [String] {
    var random = Dice(seed: form.utf8.reduce(seed) { $0 &* 31 &+ UInt64($1) })
    return (0..<count).map { _ in key(&random) }
  }

  private func key(_ random: inout Dice) -> String {
    var key = ""
    for piece in form.split(separator: "<", omittingEmptySubsequences: false) {
      let ends = piece.split(separator: ">", maxSplits: 1, omittingEmptySubsequences: false)
      guard ends.count == 2 else {
        key += piece
        continue
      }
      let alphabet = Self.alphabets[ends[0].first ?? " "] ?? []
      let bounds = ends[0].dropFirst().split(separator: "-").compactMap { Int($0) }
      let length = Int.random(in: bounds[0]...(bounds.last ?? bounds[0]), using: &random)
      key += String((0..<length).map { _ in alphabet.randomElement(using: &random) ?? "?" })
      key += ends[1]
    }
    return key
  }

  private static let digits = Array("0123456789")
  private static let lower = Array("abcdefghijklmnopqrstuvwxyz")
  private static let upper = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
  private static let alphabets: [Character: [Character]] = [
    "d": digits, "x": Array("0123456789abcdef"), "l": digits + lower, "U": digits + upper, "a": lower + upper,
    "z": upper + Array("234567"), "w": digits + lower + upper, "u": digits + lower + upper + ["-", "_"],
    "b": digits + lower + upper + ["+", "/"], "k": Array("QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L"), "c": lower,
  ]
}

extension DrawnKeys {
  package static let all: [DrawnKeys] = table.split(separator: "\n").flatMap { line -> [DrawnKeys] in
    let words = line.split(separator: " ").map(String.init)
    return words.dropFirst().map { DrawnKeys(kind: words[0], form: $0) }
  }

  private static let table = """
    aws-session FwoGZXIvYXdz<b200> IQoJb3JpZ2lu<b200>
    azure-services <w52>JQQJ99<w26>
    apify apify_api_<w36>
    blockchain-path infura.io/v3/<x32> eth-mainnet.g.alchemy.com/v2/<w32> rpc.ankr.com/eth/<x64>
    clickup pk_<d8>_<U32>
    sign-on ST-<d6>-<w32> TGT-<d6>-<w50>
    honeycomb hcaik_<l58> hcxik_01<l56>
    infisical st.<x24>.<x32>.<x32>
    jina jina_<w60>
    langfuse sk-lf-<x8>-<x4>-<x4>-<x4>-<x12>
    mailgun-private <x32>-<x8>-<x8>
    mollie live_<w30> test_<w30>
    okta 00<u39>w
    openai-short sk-<w48>
    paddle pdl_live_apikey_<l26>_<w22>_<w3>
    paypal-access A21AA<u90>w
    render rnd_<w32>
    salesforce-session 00D<w15>!<w90>
    salesforce-consumer 3MVG9<w80>
    shopify-user shpua_<x32>
    snyk snyk_uat.<x8>.<u60>w
    together tgp_v1_<u42>w
    trello ATTA<x72>
    twitter AAAAAAAAAAAAAAAAAAAAA<w85>
    facebook-user EAABwzLixnjY<w150>
    google-model AQ.Ab8RN6<u46>w
    adafruit-io aio_<w28>
    adobe-secret p8e-<l32>
    age AGE-SECRET-KEY-1<k58>
    airtable pat<w14>.<x64>
    aiven AVNS_<u18>w
    alibaba-id LTAI5t<w18>
    anthropic-key sk-ant-api03-<u93>AA
    anthropic-admin sk-ant-admin01-<u93>AA
    artifactory-key AKCp<w69>
    artifactory-reference cmVmd<w59>
    asana 1/<d16>:<x32> 2/<d16>/<d16>:<x32>
    atlassian-api ATATT3xFfGF0<u172>=<x8>
    atlassian-repository ATCTT3xFfGN0<u172>=<x8>
    bitbucket-password ATBB<w24><x8>
    aws-key-id AKIA<z16>
    aws-session-id ASIA<z16>
    aws-bearer-id ABIA<z16>
    azure-client-secret <w3>8Q~<w34>
    azure-devops <w76>AZDO<w4>
    azure-storage <b75>w+ASt<b5>w==
    azure-cosmos <b75>wACDb<b5>w==
    brevo xkeysib-<x64>-<w16>
    brevo-smtp xsmtpsib-<x64>-<w16>
    buildkite bkua_<x40>
    cerebras csk-<l48>
    circleci-personal CCIPAT_<w22>_<x40>
    circleci-project CCIPRJ_<w22>_<x40>
    clickhouse 4b1d<w38>
    clojars CLOJARS_<x60>
    cloudflare-origin v1.0-<x24>-<x146>
    cockroach CCDB1_<w22>_<w40>
    contentful CFPAT-<u42>w
    crates cio<w32>
    databricks dapi<x32>
    deepseek sk-<x32>
    defined-networking dnkey-<U26>-<U52>
    digitalocean-oauth doo_v1_<x64>
    digitalocean-personal dop_v1_<x64>
    digitalocean-refresh dor_v1_<x64>
    discord-bot MT<w22>.<u6>.<u37>w ND<w22>.<u6>.<u26>w OT<w24>.<u6>.<u37>w
    docker-personal dckr_pat_<u26>w
    docker-organization dckr_oat_<u31>w
    doppler-personal dp.pt.<w43>
    doppler-service dp.st.dev.<w43>
    doppler-cli dp.ct.<w43>
    dropbox-short sl.<u135>
    duffel duffel_test_<u42>w duffel_live_<u42>w
    dynatrace dt0c01.<U24>.<U64>
    easypost EZAK<x32><w22>
    easypost-test EZTK<x32><w22>
    elevenlabs sk_<x48>
    facebook EAACEdEose0cBA<w120> EAAG<w160>
    figma figd_<u39>w
    firecrawl fc-<x32>
    fireworks fw_<w24>
    flutterwave-secret FLWSECK_TEST-<x32>-X FLWSECK-<x32>-X
    flutterwave-public FLWPUBK_TEST-<x32>-X
    fly-oauth fo1_<u42>w
    fly-macaroon fm2_<b200>
    frameio fio-u-<u63>w
    github-classic ghp_<w36>
    github-oauth gho_<w36>
    github-user ghu_<w36>
    github-server ghs_<w36>
    github-refresh ghr_<w36>
    github-fine-grained github_pat_<w22>_<w59>
    gitlab-personal glpat-<u19>w
    gitlab-deploy gldt-<u19>w
    gitlab-runner glrt-<u19>w
    gitlab-job glcbt-64_<u19>w
    gitlab-trigger glptt-<x40>
    gitlab-oauth gloas-<x64>
    gitlab-mail glimt-<u24>w
    gitlab-agent glagent-<u49>w
    gitlab-feed glft-<u19>w
    gitlab-scim glsoat-<u19>w
    gitlab-registration GR1348941<u19>w
    google-api AIza<u34>w
    google-client GOCSPX-<u27>w
    google-access ya29.a0<u160>w
    google-refresh 1//0<u100>w
    grafana-service glsa_<w32>_<x8>
    grafana-cloud glc_<b100>
    groq gsk_<w52>
    harness-personal pat.<u22>.<x24>.<w20>
    harness-service sat.<u22>.<x24>.<w20>
    heroku HRKU-AA<u57>w
    hubspot pat-na1-<x8>-<x4>-<x4>-<x4>-<x12>
    huggingface hf_<a34>
    huggingface-organization api_org_<a34>
    infracost ico-<w32>
    intercom dG9rO<w55>
    intra42 s-s4t2ud-<x64>
    klaviyo pk_<x34>
    langsmith lsv2_pt_<x32>_<x10>
    launchdarkly-server sdk-<x8>-<x4>-<x4>-<x4>-<x12>
    launchdarkly-api api-<x8>-<x4>-<x4>-<x4>-<x12>
    linear lin_api_<w40>
    linear-oauth lin_oauth_<x64>
    lob live_<x35> test_<x35>
    mailchimp <x32>-us21
    mailgun key-<x32>
    mapbox sk.eyJ<w60>.<w22>
    maxmind <w6>_<w29>_mmk
    mongodb-atlas mdb_sa_sk_<u39>w
    neon napi_<l64>
    netlify nfp_<w36>
    new-relic-user NRAK-<U27>
    new-relic-insert NRII-<u31>w
    new-relic-browser NRJS-<x19>
    notion ntn_<d11><w35>
    notion-legacy secret_<w43>
    npm npm_<w36>
    nuget oy2<l43>
    nvidia nvapi-<u63>w
    octopus API-<U26>
    onepassword-secret A3-<U6>-<U6>-<U5>-<U5>-<U5>-<U5>
    onepassword-service ops_eyJ<w400>
    onfido api_live.<u11>.<u31>w
    openai-project sk-proj-<u74>T3BlbkFJ<u73>w
    openai-service sk-svcacct-<u58>T3BlbkFJ<u57>w
    openai-admin sk-admin-<u58>T3BlbkFJ<u57>w
    openai-legacy sk-<w20>T3BlbkFJ<w20>
    openrouter sk-or-v1-<x64>
    openshift sha256~<u42>w
    braintree access_token$production$<l16>$<x32>
    perplexity pplx-<w48>
    persona persona_production_<x8>-<x4>-<x4>-<x4>-<x12>
    pinecone pcsk_<w5>_<w63>
    plaid access-sandbox-<x8>-<x4>-<x4>-<x4>-<x12>
    planetscale-token pscale_tkn_<u42>w
    planetscale-oauth pscale_oauth_<u42>w
    planetscale-password pscale_pw_<u42>w
    posthog phx_<w43>
    postman PMAK-<x24>-<x34>
    prefect pnu_<w36>
    pulumi pul-<x40>
    pypi pypi-AgEIcHlwaS5vcmc<u150>w
    razorpay rzp_live_<w14> rzp_test_<w14>
    readme rdme_<l70>
    replicate r8_<w37>
    resend re_<w8>_<w24>
    rootly rootly_<x64>
    rubygems rubygems_<x48>
    samsara samsara_api_<w30>
    scalingo tk-us-<u47>w
    sendgrid SG.<u22>.<u42>w
    sentry-user sntryu_<x64>
    sentry-organization sntrys_eyJpYXQiO<w120>_<w43>
    settlemint sm_aat_<w16> sm_pat_<w16> sm_sat_<w16>
    shippo shippo_live_<x40> shippo_test_<x40>
    shopify-access shpat_<x32>
    shopify-custom shpca_<x32>
    shopify-private shppa_<x32>
    shopify-shared shpss_<x32>
    slack-bot xoxb-<d12>-<d13>-<w24>
    slack-user xoxp-<d12>-<d12>-<d13>-<x32>
    slack-configuration xoxe.xoxp-1-<U163>
    slack-refresh xoxe-1-<U146>
    slack-app xapp-1-A<U10>-<d13>-<x64>
    slack-workspace xoxa-2-<w30>
    sonarqube squ_<x40> sqp_<x40>
    sourcegraph sgp_<x16>_<x40> sgp_local_<x40> sgp_<x40>
    square sq0atp-<u21>w
    square-secret sq0csp-<u42>w
    square-token EAAA<u59>w
    stripe-live sk_live_<w24> sk_live_51<w97>
    stripe-test sk_test_<w24>
    stripe-restricted rk_live_<w24> rk_test_<w99>
    stripe-webhook whsec_<w32>
    supabase sbp_<x40>
    supabase-secret sb_secret_<u30>w
    tailscale tskey-auth-<w17>-<w32>
    tavily tvly-dev-<w32>
    telegram <d9>:AA<u32>w
    tencent AKID<w32>
    terraform <w14>.atlasv1.<u66>w
    twilio SK<x32>
    typeform tfp_<w44>_<w14>
    valtown vtwn_<w27>
    vault-service hvs.CAESI<u90>w
    vault-batch hvb.AAAAA<u150>w
    vercel-blob vercel_blob_rw_<w16>_<w30>
    volcengine AKLT<w43>
    wakatime waka_<x8>-<x4>-<x4>-<x4>-<x12>
    woocommerce ck_<x40> cs_<x40>
    xai xai-<w80>
    xendit xnd_production_<w48>
    yandex AQVN<u34>w
    zoho 1000.<x32>.<x32>
    zuplo zpka_<x32>_<x8>
    """
}
