#if canImport(FoundationNetworking)
  import FoundationNetworking

  extension URLError {
    /// Returns the error with its name and a request as its description, where FoundationNetworking has `"(null)"`.
    func named(of request: URLRequest) -> URLError {
      if isDescribed { return self }
      return described { [name = ErrorText.of(self)] in
        "\(name) of \(request.httpMethod ?? "GET") \(Secrets.masked(request.url?.absoluteString ?? ""))"
      }
    }
  }
#endif
