/** Icons: our own icon for each namespace. External icons are never shown. */
import type { Tool } from '@modelcontextprotocol/server'

/** Paths in a square of 24 units. */
const paths: Readonly<Record<string, string>> = {
  world: 'M12 2l9 5v10l-9 5-9-5V7zM3 7l9 5 9-5M12 12v10',
  player: 'M12 3a4 4 0 110 8 4 4 0 010-8zM4 21c0-5 4-7 8-7s8 2 8 7z',
  entity: 'M4 4h16v16H4zM7 8h3v3H7zM14 8h3v3h-3zM9 15h6v3H9z',
  system: 'M3 4h18v6H3zM3 14h18v6H3zM6 7h2M6 17h2',
  chat: 'M3 4h18v12H10l-5 4v-4H3z',
  gatehouse: 'M4 21V5h3v2h3V5h4v2h3V5h3v16h-5v-6a3 3 0 00-6 0v6z',
}
const plug = 'M9 3v5M15 3v5M6 8h12v4a6 6 0 01-12 0zM12 18v3'

const icons = new Map<string, Tool['icons']>()

/** @param namespace first part of a capability id; `gatehouse` for our own */
export function iconsOf(namespace: string): NonNullable<Tool['icons']> {
  const drawing = (Object.hasOwn(paths, namespace) && paths[namespace]) || plug
  const known = icons.get(drawing) ?? [{ src: dataUriOf(drawing), mimeType: 'image/svg+xml', sizes: ['any'] }]
  icons.set(drawing, known)
  return known
}

function dataUriOf(drawing: string): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#4a7c59" stroke-width="2"><path d="${drawing}"/></svg>`
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}
