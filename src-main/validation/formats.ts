/**
 * Formats: the values of `format` that are checked. See docs/protocol.md#manifest-schemas.
 *
 * Guards invariant 7: the library's expression for `url` takes seconds for some long texts, so the platform's parser
 * replaces it. An unknown format would never be checked, so a manifest with one is refused.
 */
import type { Ajv } from 'ajv'
import addFormats, { type FormatName } from 'ajv-formats'

const ofTheLibrary = [
  'date',
  'time',
  'date-time',
  'iso-time',
  'iso-date-time',
  'duration',
  'uri',
  'uri-reference',
  'uri-template',
  'email',
  'hostname',
  'ipv4',
  'ipv6',
  'regex',
  'uuid',
  'json-pointer',
  'json-pointer-uri-fragment',
  'relative-json-pointer',
  'byte',
  'int32',
  'int64',
  'float',
  'double',
  'password',
  'binary',
] as const satisfies readonly FormatName[]

const known: ReadonlySet<string> = new Set([...ofTheLibrary, 'url'])

export const isKnownFormat = (name: string): boolean => known.has(name)

/** Adds all known formats to an Ajv. */
export function addKnownFormats(ajv: Ajv): void {
  addFormats(ajv, [...ofTheLibrary])
  ajv.addFormat('url', (text) => /^(?:https?|ftp):\/\//iu.test(text) && URL.canParse(text))
}
