/**
 * Frames: the objects of JSON that a source of chat receives, read member by member whatever their types.
 *
 * Enforces invariant 7: what is no object within the limits is nothing.
 */
import { bodyBounds, jsonExcess } from '@contract/json/json-bounds.js'
import { isObject, parseObject } from '@contract/json/json-object.js'

/** Maximum bytes of a frame: a line of chat with hundreds of emotes has less than a tenth of it. */
export const maxFrameBytes = 262_144
/** Maximum bytes that a source has not read: it is asked little. */
export const maxUnreadBytes = 65_536

export type Frame = Readonly<Record<string, unknown>>

/** Undefined for anything but one object of JSON within the limits. */
export function frameIn(text: string): Frame | undefined {
  return jsonExcess(text, bodyBounds) ? undefined : parseObject(text)
}

/** A member that is an object; an empty one otherwise. */
export const objectIn = (value: unknown, name: string): Frame => {
  const member = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
  return isObject(member) ? member : {}
}

/** The first member that is a text, or a number written as one; empty when there is none. */
export function textIn(value: Frame, ...names: readonly string[]): string {
  for (const name of names) {
    const member = Object.hasOwn(value, name) ? value[name] : undefined
    if (typeof member === 'string' && member !== '') return member
    if (typeof member === 'number' && Number.isSafeInteger(member)) return `${member}`
  }
  return ''
}
