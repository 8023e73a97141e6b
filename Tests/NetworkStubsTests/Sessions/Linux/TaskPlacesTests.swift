#if canImport(FoundationNetworking)
  import FoundationNetworking
  import NetworkTesting
  import TestSupport

  @testable import NetworkStubs

  @Suite("The places of a task's properties")
  struct TaskPlacesTests {
    private class Base {
      let number = 1
      let flag = true
    }

    private final class Derived: Base {
      let text = "a"
      var object: AnyObject?
    }

    @Test("are those that the metadata of a class has, for its own properties")
    func offsets() throws {
      let offsets = try #require(PropertyOffsets(of: Derived.self))
      #expect((0..<offsets.count).map { offsets[$0] } == [32, 48])
      #expect(PropertyOffsets(of: Base.self)?.count == 2)
    }

    @Test("hold what a mirror says of a task, and of others after it")
    func tasks() throws {
      let session = URLSession(configuration: .ephemeral)
      let url = try #require(URL(string: "https://api.example.com/"))
      let first = session.dataTask(with: url)
      let places = try #require(TaskReflection.children(of: first).flatMap { TaskPlaces(in: first, as: $0) })
      let other = URLSession(configuration: .ephemeral)
      let second = other.uploadTask(with: URLRequest(url: url), from: Data())
      #expect(places.session(of: first) === session && places.session(of: second) === other)
      #expect(places.workQueue(of: first) !== places.workQueue(of: second))
      #expect(!places.resumesCaller(first))
    }

    @Test("are not found where a mirror says something else")
    func different() throws {
      let session = URLSession(configuration: .ephemeral)
      let url = try #require(URL(string: "https://api.example.com/"))
      let first = session.dataTask(with: url)
      let second = URLSession(configuration: .ephemeral).dataTask(with: url)
      let children = try #require(TaskReflection.children(of: second))
      #expect(TaskPlaces(in: first, as: children) == nil)
      #expect(TaskPlaces(in: first, as: Mirror(reflecting: session).children) == nil)
    }
  }
#endif
