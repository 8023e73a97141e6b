// For all files of the command.
@_exported import NetworkHAR
@_exported import NetworkServer
