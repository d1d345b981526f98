// The preset's lights as its text has them. What the text computes, by formulas or keys, is read but stays as it is.
import { state } from "./state.js"
import { root, member, replace } from "./textedit.js"
import { plain } from "./controls.js"

// The lights at the shown frame, from the server, in the order of the text's list.
export const seenLights = () => state.picture?.lights ?? []

// A number or a share, which may be replaced.
const isPlain = node => typeof node?.value === "number" || /^\s*[-+]?[\d.]+\s*%\s*$/.test(node?.value ?? "")
const rounded = number => String(plain(Math.round(number * 10) / 10))

// The light's object in the text; undefined if it comes from a preset that this one extends.
export function lightNode(index) {
  const node = member(root(), "lights")?.elements?.[index]
  return member(node, "type")?.value === seenLights()[index]?.type ? node : undefined
}

export const lightName = index => {
  const light = seenLights()[index]
  return member(lightNode(index), "name")?.value ?? light?.layer ?? light?.type ?? ""
}

// A number of a light, or a coordinate of one of its points: by the text, which is newer than the picture; undefined for what is not written as
// a number.
export function written(index, key, axis) {
  const node = member(lightNode(index), key)
  const { value } = (axis === undefined ? node : node?.elements?.[axis]) ?? {}
  return typeof value === "number" ? value : undefined
}

// Why keys of a light cannot be changed; nil if they can. Keys that are not there are added, points must be there.
export function obstacle(index, keys) {
  if (state.showsSaved) return "The saved state is shown; the lights cannot be moved in it."
  if (!root()) return "The text has mistakes, so the lights cannot be moved in it. Fix them first."
  const light = lightNode(index)
  if (!light?.members) return "This light is not in this text."
  for (const key of keys) {
    const node = member(light, key)
    const isMovable = !node || isPlain(node) || (node.elements?.length === 2 && node.elements.every(isPlain))
    if (!isMovable) return `lights[${index}].${key} is animated or computed and stays as it is; change it under Text or Curves.`
  }
  return null
}

// Writes numbers, or points as lists, into a light: { position: [100, 200] }. New keys come after its type.
export function writeLight(index, values, label, isDrag) {
  const light = lightNode(index)
  const pieces = Object.entries(values).flatMap(([key, value]) => {
    const node = member(light, key)
    if (node?.elements) return node.elements.map((element, axis) => ({ start: element.start, end: element.end, text: rounded(value[axis]) }))
    if (node) return [{ start: node.start, end: node.end, text: rounded(value) }]
    const { end } = member(light, "type")
    return [{ start: end, end, text: `, "${key}": ${rounded(value)}` }]
  })
  replace(pieces, label, isDrag)
}
