/**
 * Consoles of other servers, as they answer over RCON.
 *
 * Cuberite: written from its source and that of its plugin Core (December 2025). PowerNukkit: recorded from
 * 1.6.0.1-PN, which was run. Pumpkin: written from its source (August 2026), which sends terminal codes.
 */
import type { Console } from '../../../../src-main/providers/java/ports.js'

export interface OtherConsole extends Console {
  readonly ran: string[]
}

function consoleOf(reply: (words: readonly string[], command: string) => string): OtherConsole {
  const ran: string[] = []
  return {
    ran,
    run: async (command) => {
      ran.push(command)
      return reply(command.split(' '), command)
    },
  }
}

/** A console that runs every command and answers nothing. */
export const silentConsole = (): OtherConsole => consoleOf(() => '')

/** @param language replaces the texts of `list` and `version` */
export const powerNukkit = (language: Readonly<Record<string, string>> = {}): OtherConsole => {
  const texts: Readonly<Record<string, string>> = {
    list: 'There are 0/20 players online:\n\n',
    version:
      'This server is running Nukkit 1.6.0.1-PN (git-0c7be12) 「PowerNukkit」 implementing API version 1.0.13 for Minecraft: BE v1.18.30 (protocol version 503)\n',
    time: 'commands.time.query.gametime\n',
    gamerule: 'You can only perform this command as a player\n',
    difficulty: 'Usage: /difficulty <new difficulty>\n',
    whitelist: 'commands.allowlist.list\n\n',
    seed: 'Seed: 1795656161718\n',
    help: 'No help for tick\n',
    weather: '',
    say: '',
    ...language,
  }
  return consoleOf(([first = '']) => texts[first] ?? 'Unknown command. Try /help for a list of commands\n')
}

export interface CuberiteState {
  players: string[]
  readonly allowlist: Set<string>
  readonly kicked: string[]
  readonly said: string[]
}

/** Finds a player by a part of the name, as Cuberite does. */
const similar = (players: readonly string[], name: string): string | undefined =>
  players.find((one) => one === name) ?? players.find((one) => one.toLowerCase().startsWith(name.toLowerCase()))

export function cuberite(state: CuberiteState): OtherConsole {
  const { allowlist } = state
  const noPlayer = (name = '') => `Player "${name}" not found`
  const commands: Readonly<Record<string, (words: readonly string[]) => string>> = {
    list: () => `Players (${state.players.length}): ${[...state.players].sort().join(', ')}`,
    version: () =>
      'This server is running Cuberite master - 1543 (1a2b3c - 2025-12-16) with Lua version Lua 5.1 and SQLite version 3.50.4.',
    kick: ([name]) => {
      const found = similar(state.players, name ?? '')
      if (found === undefined) return noPlayer(name)
      state.players = state.players.filter((one) => one !== found)
      state.kicked.push(found)
      return `Successfully kicked player "${found}"`
    },
    tell: ([name = '', ...message]) => {
      const found = similar(state.players, name)
      if (found === undefined) return noPlayer(name)
      state.said.push(`${found}: ${message.join(' ')}`)
      return `Message to "${found}" sent!`
    },
    say: (message) => {
      state.said.push(message.join(' '))
      return ''
    },
    tp: ([name = '', x, y, z, more]) => {
      if (more !== undefined)
        return "Usage: 'tp <target player> <destination player>' or 'tp <target player> <x> <y> <z>'"
      return state.players.includes(name) ? `You teleported ${name} to [X:${x} Y:${y} Z:${z}]` : 'Player not found'
    },
    weather: ([weather]) => `Changing to ${weather === 'clear' ? 'clear' : 'rainy'} weather in world: world`,
    'save-all': () => 'Saving all worlds!',
    // These write to the log only.
    time: () => '',
    gamemode: () => '',
    ban: () => '',
    whitelist: ([verb, name = '']) => {
      if (verb === 'add') allowlist.add(name)
      if (verb === 'remove') allowlist.delete(name)
      if (verb === 'list') {
        const names =
          allowlist.size === 0 ? 'The whitelist is empty.' : `Whitelisted players: ${[...allowlist].join(', ')}`
        return `Whitelist is ENABLED.\n${names}`
      }
      return verb === 'add' ? `You added ${name} to whitelist.` : `You removed ${name} from whitelist.`
    },
  }
  return consoleOf(([first = '', ...rest]) => {
    const run = commands[first]
    return run ? run(rest) : "Unknown command, type 'help' for all commands.\n"
  })
}

/** @param entries as `list uuids` shows them */
export const pumpkin = (...entries: readonly string[]): OtherConsole => {
  const texts: Readonly<Record<string, string>> = {
    'list uuids': `There are ${entries.length} of a max of 1000 players online: ${entries.join(', ')}`,
    version:
      '\u001B[32mPumpkin 0.1.0-dev+26.2 (Commit: abc)\n\u001B[0m\u001B[37mEmpowering everyone to host fast \nand efficient Minecraft servers.\n\u001B[0m\u001B[33m(Minecraft 26.2, Protocol 776)\n\u001B[0m\u001B]8;;https://github.com/Pumpkin-MC/Pumpkin\u001B\\[GitHub]\u001B]8;;\u001B\\',
    'time query gametime': 'The game time is 5 tick(s)',
    difficulty: 'The difficulty is Normal',
  }
  return consoleOf(
    (_words, command) => texts[command] ?? `Unknown or incomplete command. See below for error${command}<--[HERE]`,
  )
}
