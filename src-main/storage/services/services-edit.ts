/**
 * Services edit: adds, changes or removes services in the text of `services.json`. Pure.
 *
 * Everything else keeps its formatting, order and unknown keys.
 */

import type { ServiceConfig } from '@shared/servers/service.js'
import { applyEdits, type FormattingOptions, modify } from 'jsonc-parser'

/** The new configuration of a service; undefined removes it. */
export type ServiceChange = readonly [name: string, config: ServiceConfig | undefined]

const formatting: FormattingOptions = { insertSpaces: true, tabSize: 2, eol: '\n' }

/** @param text a JSON object; empty when the file is missing */
export function withServices(text: string, changes: readonly ServiceChange[]): string {
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : ''
  let edited = text.slice(mark.length)
  if (edited.trim() === '') edited = '{}\n'
  for (const [name, config] of changes) {
    edited = applyEdits(edited, modify(edited, ['services', name], config, { formattingOptions: formatting }))
  }
  return mark + edited
}
