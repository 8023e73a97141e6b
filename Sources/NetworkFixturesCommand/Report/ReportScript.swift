/// The script of a report, which filters its exchanges. The page is whole without it.
enum ReportScript {
  /// The hash of the script for the page's policy: SHA-256, in base64. A test checks it.
  static let hash: StaticString = "sxBhZUpnX76CHpeAF45kit/ddmGAWYFA0/dRwnW+53Y="

  static let text: StaticString = """
    {
      const bar = document.getElementById("filter"), words = document.getElementById("words");
      const unanswered = document.getElementById("unanswered"), shown = document.getElementById("shown");
      const exchanges = [...document.querySelectorAll("tbody")].map(body => [body, body.textContent.toLowerCase()]);
      const apply = () => {
        const wanted = words.value.toLowerCase().split(/\\s+/).filter(word => word);
        const isFiltered = unanswered.checked || wanted.length > 0;
        let count = 0;
        for (const [body, text] of exchanges) {
          body.hidden = unanswered.checked && !body.classList.contains("unanswered")
            || !wanted.every(word => text.includes(word));
          if (!body.hidden) count += 1;
        }
        for (const section of document.querySelectorAll("section"))
          section.hidden = isFiltered && !section.querySelector("tbody:not([hidden])");
        shown.textContent = isFiltered ? count + " of " + exchanges.length : "";
      };
      words.addEventListener("input", apply);
      unanswered.addEventListener("change", apply);
      bar.hidden = false;
      apply();
    }

    """
}
