// For all files of the command.
@_exported import NetworkHAR
@_exported import NetworkRules
@_exported import NetworkServer
