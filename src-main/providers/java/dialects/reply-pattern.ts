/**
 * Reply pattern: parses the text of a console reply with a template of typed slots.
 *
 * `There are {online:int} of a max of {max:int} players online: {list}` reads the counts and the rest. Matching is
 * anchored at both ends, takes one pass and never backtracks: replies hold names that players chose (invariant 5).
 *
 * | slot | reads |
 * |---|---|
 * | `{n:int}` | an integer |
 * | `{n:number}` | a decimal number |
 * | `{t}` | any text up to the first occurrence of what follows, or to the end |
 * | `{t:greedy}` | any text up to the last occurrence of what follows |
 */

export type ReplyFields = Readonly<Record<string, string>>

type SlotKind = 'int' | 'number' | 'text' | 'greedy'

interface Slot {
  readonly name: string
  readonly kind: SlotKind
  /** Text that follows the slot; empty at the end of the template. */
  readonly next: string
}

export interface ReplyPattern {
  readonly template: string
  match(reply: string): ReplyFields | undefined
}

const slotSyntax = /\{([a-z][A-Za-z]*)(?::(int|number|greedy))?\}/u
const isNumeric: Readonly<Record<'int' | 'number', RegExp>> = {
  int: /-?\d{1,19}/uy,
  number: /-?\d{1,19}(?:\.\d{1,19})?(?:[eE]-?\d{1,3})?/uy,
}

/** @throws Error when the template is malformed: templates are our own data */
export function replyPattern(template: string): ReplyPattern {
  const pieces = template.split(slotSyntax)
  const start = pieces[0] ?? ''
  const slots: Slot[] = []
  for (let at = 1; at < pieces.length; at += 3) {
    const kind = (pieces[at + 1] ?? 'text') as SlotKind
    slots.push({ name: pieces[at] ?? '', kind, next: pieces[at + 2] ?? '' })
  }
  for (const [at, { kind, next }] of slots.entries()) {
    const isLast = at === slots.length - 1
    if (next === '' && !isLast) throw new Error(`two slots side by side: ${template}`)
    if (kind === 'greedy' && isLast) throw new Error(`nothing follows a greedy slot: ${template}`)
  }
  return { template, match: (reply) => matchSlots(reply, start, slots) }
}

function matchSlots(reply: string, start: string, slots: readonly Slot[]): ReplyFields | undefined {
  if (!reply.startsWith(start)) return undefined
  const fields: Record<string, string> = {}
  let at = start.length
  for (const [index, slot] of slots.entries()) {
    const end = endOfSlot(reply, at, slot, index === slots.length - 1)
    if (end === undefined) return undefined
    fields[slot.name] = reply.slice(at, end)
    at = end + slot.next.length
  }
  return at === reply.length ? fields : undefined
}

/** Where the value of a slot ends; undefined when it does not fit. */
function endOfSlot(reply: string, from: number, { kind, next }: Slot, isLast: boolean): number | undefined {
  if (kind === 'int' || kind === 'number') {
    const value = isNumeric[kind]
    value.lastIndex = from
    if (!value.test(reply)) return undefined
    return reply.startsWith(next, value.lastIndex) ? value.lastIndex : undefined
  }
  if (next === '') return reply.length
  if (isLast) return reply.length - next.length >= from && reply.endsWith(next) ? reply.length - next.length : undefined
  const end = kind === 'greedy' ? reply.lastIndexOf(next) : reply.indexOf(next, from)
  return end < from ? undefined : end
}

const formattingCode = /§./gsu
/**
 * Colours and links of a terminal, which Pumpkin and some plugins send: `ESC [ 1;32 m`, `ESC ] 8;;address ESC \`. The
 * control characters are replaced by their pictures first.
 */
const terminalCode = /␛(?:\[[0-9;]{0,32}[A-Za-z]|\][^␛␇]{0,512}(?:␇|␛\\))/gu

/**
 * Removes what servers add to the game's text: colour codes, terminal codes, and the trailing line breaks of Bukkit and
 * Forge.
 */
export const withoutDecoration = (reply: string): string =>
  reply
    .replace(formattingCode, '')
    .replaceAll('\u001B', '␛')
    .replaceAll('\u0007', '␇')
    .replace(terminalCode, '')
    .replaceAll('\r\n', '\n')
    .replace(/\n{1,4}$/u, '')
