/// The keys of services, as documented by the services and the rule lists of secret scanners.
///
/// A kind, up to a semicolon or the end of its line, is its name and the forms of its keys. A form consists of fixed parts and
/// of parts in angle brackets, drawn from an alphabet, a letter of ``KeyAlphabet``, in a number of characters. No checksum is
/// asked for. Text before `^` stays.
enum KeyKinds {
  static let all: [KeyGrammar] = table.split { $0 == "\n" || $0 == ";" }.flatMap { line -> [KeyGrammar] in
    let words = line.split(separator: " ")
    return words.dropFirst().compactMap { KeyGrammar(String($0), kind: String(words[0])) }
  }

  private static let table = """
    adafruit aio_<w28>; adobe p8e-<l32>; age AGE-SECRET-KEY-1<k58>; airtable pat<w14>.<x64>
    alchemy alchemy.com/v2/^<u28-40> alchemyapi.io/v2/^<u28-40>; aiven AVNS_<u19>; alibaba LTAI<w12-24>
    anthropic sk-ant-<u80-130>; anyscale esecret_<w24-40>; apify apify_api_<w30-40>
    artifactory AKCp<w69> cmVmd<w59>; asana 1/<d15-17>:<x32> 2/<d15-17>/<d15-17>:<x32>
    asp-session (A(^<u48+>)S(<l24> (S(^<l24>)F(<u48+> (X(1)S(^<l24>)F(<u48+> (X(1)S(^<l24> (S(^<l24> (F(^<u48+> (A(^<u48+>
    atlassian ATATT3<v60+> ATCTT3<v60+> ATBB<w32>
    aws AKIA<z16> ASIA<z16> ABIA<z16> ACCA<z16> A3T<U17> ABSK<B100-280>
    aws-session FwoGZXIvYXdz<B80+> IQoJb3JpZ2lu<B80+> FQoGZXIvYXdz<B80+> FQoDYXdz<B80+>
    azure-client <t3><d1>Q~<t31-34>; azure-devops <w76>AZDO<w4>; azure-services <w52>JQQJ<w28>
    azure-storage <B76>+ASt<B6>== <B76>ACDb<B6>== <B33>+AEh<B7>=; bitwarden 0.<x8>-<x4>-<x4>-<x4>-<x12>.<w30>:<B24>
    blockchain infura.io/v3/^<x32> rpc.ankr.com/<l3-20>/^<x64> quiknode.pro/^<x40> getblock.io/^<x32> \
    core.chainstack.com/^<x32>
    brevo xkeysib-<x64>-<w16> xsmtpsib-<x64>-<w16>; buildkite bkua_<x40> bkaj_<t60+>; cerebras csk-<l48>
    circleci CCIPAT_<w20-22>_<x40> CCIPRJ_<w20-22>_<x40>; clickup pk_<d5-10>_<U32>; clickhouse 4b1d<w38>
    clojars CLOJARS_<l60>; cloudflare v1.0-<x24>-<x146>; cas ST-<d1-9>-<t20+> TGT-<d1-9>-<t20+>
    cockroach CCDB1_<w22>_<w40>; contentful CFPAT-<u43>; crates cio<w32>; databricks dapi<x32>
    defined-networking dnkey-<v26>-<v52>; digitalocean doo_v1_<x64> dop_v1_<x64> dor_v1_<x64>
    discord-bot MD<w22-26>.<u6>.<u27-40> MT<w22-26>.<u6>.<u27-40> Mj<w22-26>.<u6>.<u27-40> Mz<w22-26>.<u6>.<u27-40> \
    ND<w22-26>.<u6>.<u27-40> NT<w22-26>.<u6>.<u27-40> Nj<w22-26>.<u6>.<u27-40> Nz<w22-26>.<u6>.<u27-40> \
    OD<w22-26>.<u6>.<u27-40> OT<w22-26>.<u6>.<u27-40>
    discord-webhook discord.com/api/webhooks/<d17-20>/^<u60-72> discordapp.com/api/webhooks/<d17-20>/^<u60-72>
    docker dckr_pat_<u20-40> dckr_oat_<u20-40>
    doppler dp.pt.<w40-44> dp.st.<t40-90> dp.ct.<w40-44> dp.sa.<w40-44> dp.scim.<w40-44> dp.audit.<w40-44>
    dropbox sl.<v130+> sl.u.<v130+>; duffel duffel_test_<v43> duffel_live_<v43>
    dynatrace dt0c01.<w24>.<w64> dt0s16.<w8>.<w64>; easypost EZAK<w54> EZTK<w54>; elevenlabs sk_<x48>
    facebook EAA<w80+>; feishu-webhook open.feishu.cn/open-apis/bot/v2/hook/^<u30-40>
    figma figd_<u40> figu_<u40> figor_<u40>; firecrawl fc-<x32>; fireworks fw_<w22-24>
    flutterwave FLWSECK_TEST-<X12> FLWSECK_TEST-<X32>-X FLWSECK-<X32>-X FLWPUBK_TEST-<X32>-X FLWPUBK-<X32>-X
    fly fo1_<u43> fm1r_<B100+> fm1a_<B100+> fm2_<B100+>; frameio fio-u-<v64>
    github ghp_<w36> gho_<w36> ghu_<w36> ghs_<w36> ghr_<w36> ghr_<w76> ghs_<t60-800> github_pat_<w22>_<w59>
    gitlab glpat-<t20+> gldt-<t20+> glrt-<t20+> glft-<t20+> glcbt-<t20+> glptt-<x40> gloas-<x64> glimt-<u25> glagent-<u50> \
    glffct-<u20> glsoat-<u20> GR1348941<u20>
    google AIza<u35> GOCSPX-<u28> AQ.<u50-60> ya29.<t20+> 1//0<u20+> g.a000<u60+> sidts-<u60+>
    grafana glsa_<w32>_<X8> glc_<B32-400> eyJrIjoi<B70-400>; groq gsk_<w52>
    harness pat.<u22>.<w24>.<w20> sat.<u22>.<w24>.<w20>; heroku HRKU-<u36-60>
    honeycomb hc<l1>ik_<l58> hc<l1>lk_<l52-64> hc<l1>mk_<l52-64>
    hubspot pat-na1-<x8>-<x4>-<x4>-<x4>-<x12> pat-na2-<x8>-<x4>-<x4>-<x4>-<x12> pat-eu1-<x8>-<x4>-<x4>-<x4>-<x12>
    huggingface hf_<w34> api_org_<w34>; ifttt maker.ifttt.com/use/^<u20-60>; infracost ico-<w32>
    infisical st.<x24>.<x32>.<x32>; intercom dG9rO<B40-90>; intra42 s-s4t2ud-<x64> s-s4t2af-<x64>; jina jina_<w60>
    klaviyo pk_<x34>; langfuse sk-lf-<x8>-<x4>-<x4>-<x4>-<x12>; langsmith lsv2_pt_<x32>_<x10> lsv2_sk_<x32>_<x10>
    launchdarkly sdk-<x8>-<x4>-<x4>-<x4>-<x12> api-<x8>-<x4>-<x4>-<x4>-<x12> mob-<x8>-<x4>-<x4>-<x4>-<x12>
    linear lin_api_<w40> lin_oauth_<x64>; lob live_<x35> test_<x35> live_pub_<x31> test_pub_<x31>
    mailchimp <x32>-us<d1-2>; mailgun key-<x32> pubkey-<x32>
    mapbox pk.eyJ<u50-90>.<u22> sk.eyJ<u50-90>.<u22> tk.eyJ<u50-90>.<u22>; maxmind <w6>_<w29>_mmk
    mollie live_<w30> test_<w30> access_<w30-60>; mongodb-atlas mdb_sa_sk_<u40>; neon napi_<l64>
    netlify nfp_<w36-40> nfc_<w36-40> nfo_<w36-40>; new-relic NRAK-<U27> NRII-<u32> NRJS-<x19> NRRA-<x42>
    notion ntn_<d11><w35> secret_<w43>; npm npm_<w36>; nuget oy2<l43>; nvidia nvapi-<u60-70>; octopus API-<U26>
    okta 00<u40>; onepassword A3-<U6>-<U11>-<U5>-<U5>-<U5> A3-<U6>-<U6>-<U5>-<U5>-<U5>-<U5> ops_eyJ<B250+>
    onfido api_live.<u11>.<u32> api_sandbox.<u11>.<u32> api_live_us.<u11>.<u32> api_live_ca.<u11>.<u32>
    openai sk-proj-<u40-200> sk-svcacct-<u40-200> sk-admin-<u40-200> sk-<w48>; openrouter sk-or-v1-<x64>
    openshift sha256~<u43>; deepseek sk-<x32>
    paddle pdl_live_apikey_<l26>_<w22>_<w3> pdl_sdbx_apikey_<l26>_<w22>_<w3>; paypal A21AA<u60+>
    paypal-braintree access_token$production$<l16>$<x32> access_token$sandbox$<l16>$<x32>; perplexity pplx-<w48>
    persona persona_production_<x8>-<x4>-<x4>-<x4>-<x12> persona_sandbox_<x8>-<x4>-<x4>-<x4>-<x12>
    pinecone pcsk_<w5-6>_<w60-64>
    plaid access-sandbox-<x8>-<x4>-<x4>-<x4>-<x12> access-production-<x8>-<x4>-<x4>-<x4>-<x12> \
    access-development-<x8>-<x4>-<x4>-<x4>-<x12>
    planetscale pscale_tkn_<t32-64> pscale_oauth_<t32-64> pscale_pw_<t32-64>; posthog phx_<w43-60> phs_<w40-60>
    postman PMAK-<X24>-<X34>; prefect pnu_<w36> pnb_<w36>; pulumi pul-<x40>; pypi pypi-AgE<u50+>
    razorpay rzp_live_<w14> rzp_test_<w14>; readme rdme_<l70>; render rnd_<w28-40>; replicate r8_<w37>
    resend re_<w8>_<w20-28>; rootly rootly_<x64>; rubygems rubygems_<x48>; runpod rpa_<w40-50>
    salesforce 00D<w12-15>!<t60+> 3MVG9<t70+> 5Aep861<t60+>; samsara samsara_api_<w30>; scalingo tk-us-<u48>
    segment sgp_<w43-64>; sendgrid SG.<u22>.<u43>; sentry sntrys_eyJ<B60+> sntryu_<x64> sntrya_<x64> sntryi_<x64>
    settlemint sm_aat_<w16> sm_pat_<w16> sm_sat_<w16>; shippo shippo_live_<X40> shippo_test_<X40>
    shopify shpat_<X32> shpca_<X32> shppa_<X32> shpss_<X32> shptka_<X32> shpua_<X32>
    slack xoxb-<u20+> xoxp-<u20+> xoxa-<u10+> xoxr-<u10+> xoxs-<u20+> xoxo-<d8-14>-<u20+> xoxe-<u20+> xoxe.xoxp-<u20+> \
    xoxe.xoxb-<u20+> xoxc-<u20+> xoxd-<B20+> xapp-<u40+>
    slack-webhook hooks.slack.com/services/^<p20+> hooks.slack.com/workflows/^<p20+> hooks.slack.com/triggers/^<p20+>
    snyk snyk_uat.<x8>.<t40+> snyk_sat.<x8>.<t40+>; sonar squ_<x40> sqp_<x40> sqa_<x40>
    sourcegraph sgp_<X16>_<X40> sgp_local_<X40> sgp_<X40> sgd_<X64>; square sq0atp-<u22> sq0csp-<u43> EAAA<u60>
    stackhawk hawk.<u20>.<u20>
    stripe sk_live_<w10-250> sk_test_<w10-250> sk_prod_<w10-250> rk_live_<w10-250> rk_test_<w10-250> rk_prod_<w10-250> \
    pk_live_<w10-250> pk_test_<w10-250> whsec_<B24-90>
    stytch secret-live-<v36> secret-test-<v36>; supabase sbp_<x40> sbp_oauth_<x40> sb_secret_<u31>
    tailscale tskey-auth-<w10-20>-<w20-50> tskey-api-<w10-20>-<w20-50> tskey-client-<w10-20>-<w20-50>
    tavily tvly-<u28-50>; teams-webhook webhook.office.com/webhookb2/^<p60+> outlook.office.com/webhook/^<p60+>
    tencent AKID<w32>; terraform <w14>.atlasv1.<v60-70>; together tgp_v1_<u43>; trello ATTA<X64-76>; twilio SK<x32>
    twitter AAAAAAAAAAAAAAAAAAAAA<T60-110>; typeform tfp_<t40-64>; valtown vtwn_<w27>
    vault hvs.<u20+> hvb.<u60+> hvr.<u20+>; vercel vercel_blob_rw_<w16>_<w30-32> vcp_<w56> vck_<w56>
    volcengine AKLT<B40-70>; wakatime waka_<x8>-<x4>-<x4>-<x4>-<x12> waka_tok_<w60-90>
    woocommerce ck_<x40> cs_<x40>; xai xai-<w80>; xendit xnd_production_<w40-70> xnd_development_<w40-70>
    yandex t1.<v20-300>.<v80-90> AQVN<u35-38> y0_<u55-70>; zapier-webhook hooks.zapier.com/hooks/catch/^<p8+>
    zoho 1000.<x32>.<x32>; zuplo zpka_<w32>_<x8>
    """
}
