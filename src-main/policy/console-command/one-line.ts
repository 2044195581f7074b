/**
 * One line: the rule that every transport of console commands enforces itself, whatever was checked before (invariant
 * 5). A console ends a command at a line break, so `say hi` with another line would run two commands with the risk of
 * one.
 */
import type { JsonObject } from '@contract/call.js'
import { GatewayError } from '@contract/gateway-error.js'

/** Control characters, halves of a character, and what Unicode counts as the end of a line. */
const notInLine = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u

/** The command, unchanged. @throws GatewayError when it is not one line of text; nothing was sent */
export function oneLine(command: string): string {
  if (!notInLine.test(command)) return command
  throw new GatewayError('PROTOCOL.INVALID_REQUEST', {
    message: 'The command contains a line break or another control character.',
    suggestion: 'Send one command of one line of text.',
    details: { reason: 'control-character', mayHaveRun: false },
  })
}

/** Arguments in which a server that is not ours may expect a command. */
const commandName = /^(?:console_?)?(?:command|cmd|command_?line)s?$/iu

/** Of a call that another program carries out. @throws GatewayError when a command in it is not one line of text */
export function commandsInOneLine(given: JsonObject): void {
  for (const [name, value] of Object.entries(given)) {
    if (!commandName.test(name)) continue
    for (const command of Array.isArray(value) ? value : [value]) if (typeof command === 'string') oneLine(command)
  }
}
