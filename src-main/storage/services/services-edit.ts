/**
 * Services edit: what the text of `services.json` becomes when services are put in, changed or taken out. Pure.
 *
 * Everything else keeps its formatting, its order and the keys that this version does not know.
 */
import { applyEdits, type FormattingOptions, modify } from 'jsonc-parser'
import type { ServiceConfig } from '../../contract/service.js'

/** A service under its new configuration; undefined takes it out. */
export type ServiceChange = readonly [name: string, config: ServiceConfig | undefined]

const formatting: FormattingOptions = { insertSpaces: true, tabSize: 2, eol: '\n' }

/** @param text a JSON object; empty where there is no file */
export function withServices(text: string, changes: readonly ServiceChange[]): string {
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : ''
  let edited = text.slice(mark.length)
  if (edited.trim() === '') edited = '{}\n'
  for (const [name, config] of changes) {
    edited = applyEdits(edited, modify(edited, ['services', name], config, { formattingOptions: formatting }))
  }
  return mark + edited
}
