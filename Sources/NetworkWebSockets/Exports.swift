// A file that has a WebSocket has URLs and data too, and its errors are readable.
@_exported public import NetworkEndpoints
