import Model
import Presets
import Testing

/// Meshes in the preset language.
@Suite struct MeshKeyTests {
  @Test("The largest mesh is read") func theLargestMeshIsRead() throws {
    let colors = [String](repeating: "\"red\"", count: 64 * 64).joined(separator: ",")
    let loaded = try load(
      "{ \"layers\": [ { \"mesh\": { \"width\": 64, \"height\": 64, \"colors\": [\(colors)] } } ] }")
    guard case .mesh(let mesh) = loaded.scene.layers[0].source else {
      Issue.record("no mesh")
      return
    }
    #expect(mesh.vertices.count == 4_096)
  }
}
