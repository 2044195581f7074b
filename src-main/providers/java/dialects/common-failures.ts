/**
 * Common failures: replies that any command can give on failure, and the error for each.
 *
 * Covers the texts of 1.8 to 26.1. An unknown reply becomes an error that includes it.
 */
import { GatewayError } from '@contract/gateway-error.js'
import { cleanText } from '../../../policy/text/untrusted-text.js'
import type { CommonFailure } from './command-table.js'

const unknownCommand = (reply: string) =>
  new GatewayError('BUSINESS.OPERATION_FAILED', {
    message: 'The server does not know this command.',
    suggestion: 'Its version is too old or too new for it, or a plugin has replaced it.',
    details: { reply },
  })

export const commonFailures: readonly CommonFailure[] = [
  {
    replies: [
      'No player was found',
      'No entity was found',
      'That player cannot be found',
      "Player '{player}' cannot be found",
      "Entity '{entity}' cannot be found",
      'That entity cannot be found',
    ],
    error: () => new GatewayError('BUSINESS.PLAYER_OFFLINE'),
  },
  {
    replies: ['That player does not exist'],
    error: () => new GatewayError('BUSINESS.PLAYER_NOT_FOUND'),
  },
  {
    replies: [
      'That position is not loaded',
      'That position is out of this world!',
      'That position is outside the allowed boundaries.',
      'Invalid position for teleport',
      'Cannot place block outside of the world',
    ],
    error: (reply) =>
      new GatewayError('BUSINESS.INVALID_LOCATION', {
        ...(reply === 'That position is not loaded' && {
          message: 'This part of the world is not loaded.',
          suggestion: 'Try again when a player is near.',
        }),
        details: { reply },
      }),
  },
  {
    replies: ["Unknown dimension '{dimension}'{more}"],
    error: (reply) => new GatewayError('BUSINESS.WORLD_NOT_FOUND', { details: { reply } }),
  },
  {
    replies: [
      'Unknown or incomplete command, see below for error{more}',
      'Unknown or incomplete command. See below for error{more}',
      'Unknown command. Try /help for a list of commands',
      'Unknown command. Type "/help" for help.',
      'Unknown command',
      'Unknown command{more}<--[HERE]',
    ],
    error: unknownCommand,
  },
  {
    replies: [
      'Incorrect argument for command{more}',
      'Unknown item {more}',
      'Unknown block type {more}',
      "Can't find element {more}",
      'There is no such item with name {item}',
      "Entity type '{type}' is invalid",
      'Unknown effect: {effect}',
      'Unknown ID: {id}',
      'Block {block} does not have property {more}',
      'Block {block} does not accept {more}',
      'Usage: {usage}',
      'Trailing data found: {more}',
      'Integer must not be {more}',
      'Double must not be {more}',
      'Float must not be {more}',
      'Invalid boolean{more}',
      'Expected {more}',
      'Invalid {more}',
      'An unexpected error occurred trying to execute that command{more}',
      'An unexpected error occurred while trying to execute that command{more}',
      'An unknown error occurred while attempting to perform this command',
    ],
    error: (reply) =>
      new GatewayError('BUSINESS.OPERATION_FAILED', {
        message: 'The server refused the command.',
        details: { reply },
      }),
  },
]

/** Maximum characters of a reply in an error. */
const maxShown = 512

const refusedConsole = (reason: string, message: string, suggestion: string, details: Record<string, unknown> = {}) =>
  new GatewayError('PROTOCOL.INVALID_RESPONSE', {
    message,
    suggestion,
    details: { reason, ...details },
    hasProviderText: Object.keys(details).length > 0,
  })

/**
 * Why a console that responds is not used as that of a Java server.
 *
 * @param software what it says of itself, cleaned
 */
export const bedrockConsole = (software: string): GatewayError =>
  refusedConsole(
    'bedrock-console',
    "This is a Bedrock server's console, not a Java server's.",
    'Add it as a Bedrock world instead, if its players can type /connect.',
    { software },
  )

export const silentConsole = (): GatewayError =>
  refusedConsole(
    'silent-console',
    'This console accepts commands but answers nothing, so nothing that it does can be checked.',
    'Type list in the console of the server. If a plugin hides the replies from RCON, turn that off.',
  )

/** @param reply its reply to `list` */
export const unknownConsole = (reply: string): GatewayError =>
  refusedConsole(
    'unknown-console',
    'Gatehouse does not know this console: it answers neither list nor any other read as a Java server does.',
    'Read details.reply, its answer to list. Report it if it is a Java server.',
    { reply: cleanText(reply, maxShown) },
  )
