/** Block state: a text such as `minecraft:oak_stairs[facing=east]`, taken apart. It comes from outside: it is cut first. */

export interface BlockState {
  /** Without the namespace. */
  readonly name: string
  readonly properties: ReadonlyMap<string, string>
}

const longest = 512

export function blockStateOf(text: string): BlockState {
  const [id = '', inBrackets = ''] = text.slice(0, longest).toLowerCase().split('[', 2)
  const pairs = inBrackets.replace(']', '').split(',')
  return {
    name: id.slice(id.indexOf(':') + 1).trim(),
    properties: new Map(pairs.map((pair) => pair.split('=', 2).map((part) => part.trim()) as [string, string])),
  }
}
