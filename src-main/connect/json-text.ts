/**
 * JSON text: sets and removes members of objects in a text, with or without comments. Pure.
 *
 * Everything else keeps its formatting, and comments of other members stay where they are.
 */
import { createScanner, findNodeAtLocation, type Node, parseTree } from 'jsonc-parser'

/** @param text a JSON object; missing objects on the way are added */
export function withMember(text: string, path: readonly string[], value: unknown): string {
  const root = parseTree(text, [], { allowTrailingComma: true })
  if (!root) return text
  const style = styleOf(text)
  const there = findNodeAtLocation(root, [...path])
  if (there) return spliced(text, there.offset, there.length, written(value, indentAt(text, there.offset), style))
  const depth = path.findIndex((_, index) => !findNodeAtLocation(root, path.slice(0, index + 1)))
  const into = depth === 0 ? root : findNodeAtLocation(root, path.slice(0, depth))
  const inner = path.slice(depth + 1).reduceRight<unknown>((all, name) => ({ [name]: all }), value)
  return into ? withNewMember(text, into, path[depth] ?? '', inner, style) : text
}

/** @param path of a member of an object */
export function withoutMember(text: string, path: readonly string[]): string {
  const root = parseTree(text, [], { allowTrailingComma: true })
  const property = root && findNodeAtLocation(root, [...path])?.parent
  const siblings = property?.parent?.children ?? []
  if (property?.type !== 'property') return text
  const at = siblings.indexOf(property)
  const previous = siblings[at - 1]
  const commaAfter = commaFrom(text, endOf(property), endOf(property.parent as Node))
  const removed = lineOf(text, property.offset, commaAfter === undefined ? endOf(property) : commaAfter + 1)
  const rest = spliced(text, removed.from, removed.to - removed.from, '')
  const commaBefore =
    previous && commaAfter === undefined ? commaFrom(text, endOf(previous), property.offset) : undefined
  return commaBefore === undefined ? rest : spliced(rest, commaBefore, 1, '')
}

const endOf = ({ offset, length }: Node): number => offset + length

/** The offset of the next comma, if only comments and space come before it. */
function commaFrom(text: string, from: number, to: number): number | undefined {
  const scanner = createScanner(text, true)
  scanner.setPosition(from)
  scanner.scan()
  const at = scanner.getTokenOffset()
  return at < to && text[at] === ',' ? at : undefined
}

/** The range with its whole line, where nothing else but a comment is on it; else with the space around it. */
function lineOf(text: string, from: number, to: number): { readonly from: number; readonly to: number } {
  const start = text.lastIndexOf('\n', from - 1) + 1
  const before = text.slice(start, from)
  const rest = restOfLine(text, to)
  const isFirst = before.trim() === ''
  if (isFirst && start > 0 && (rest.trim() === '' || rest.trim().startsWith('//'))) {
    return { from: start, to: Math.min(text.length, to + rest.length + 1) }
  }
  return isFirst
    ? { from, to: to + rest.length - rest.trimStart().length }
    : { from: from - before.length + before.trimEnd().length, to }
}

/** With the carriage return of its line end. */
function restOfLine(text: string, from: number): string {
  const end = text.indexOf('\n', from)
  return text.slice(from, end === -1 ? text.length : end)
}

interface Style {
  readonly indent: string
  readonly lineEnd: string
}

/** Formats a value like the text. A single-line text stays on one line. */
function styleOf(text: string): Style {
  const lineEnd = /\r?\n/u.exec(text.trim())?.[0] ?? ''
  const indent = /^([ \t]+)[^ \t\r\n*]/mu.exec(text)?.[1] ?? '  '
  return { lineEnd, indent: lineEnd === '' ? '' : indent }
}

function withNewMember(text: string, into: Node, name: string, value: unknown, style: Style): string {
  const { indent, lineEnd } = style
  const outer = indentAt(text, into.offset)
  const member = `${lineEnd}${outer}${indent}${JSON.stringify(name)}:${lineEnd && ' '}${written(value, outer + indent, style)}`
  const last = into.children?.at(-1)
  if (last) return afterLast(text, endOf(last), member)
  const inside = text.slice(into.offset + 1, endOf(into) - 1)
  if (inside.trim() !== '') return spliced(text, into.offset + 1, 0, member)
  return spliced(text, into.offset, into.length, `{${member}${lineEnd}${lineEnd && outer}}`)
}

/** The comment on the line of the last member stays there. */
function afterLast(text: string, end: number, member: string): string {
  const comma = commaFrom(text, end, text.length)
  const at = comma === undefined ? end : comma + 1
  const rest = restOfLine(text, at).trimEnd()
  const isComment = rest.trim().startsWith('//') || /^\/\*[^*]*\*\/$/u.test(rest.trim())
  const kept = isComment ? rest : ''
  return spliced(text, at, kept.length, `${comma === undefined ? ',' : ''}${kept}${member}`)
}

/** @param outer indentation of the value's line */
function written(value: unknown, outer: string, { indent, lineEnd }: Style): string {
  if (lineEnd === '') return JSON.stringify(value)
  return JSON.stringify(value, null, indent).replaceAll('\n', `${lineEnd}${outer}`)
}

/** Indentation of this line. */
const indentAt = (text: string, offset: number): string =>
  /^[ \t]*/u.exec(text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset))?.[0] ?? ''

const spliced = (text: string, offset: number, length: number, put: string): string =>
  text.slice(0, offset) + put + text.slice(offset + length)
