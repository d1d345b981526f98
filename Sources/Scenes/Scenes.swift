@_exported import Emitters
