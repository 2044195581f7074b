/** The RCON model server of the benchmark, in a separate process: prints its port and runs until it is ended. */
import { RconServer } from '../../fakes/java/rcon-server.js'

const replies: Readonly<Record<string, string>> = {
  list: 'There are 3 of a max of 20 players online: Steve, Alex, Herobrine',
  help: 'x'.repeat(20_000),
}

const server = await RconServer.start({ run: (command) => [replies[command] ?? ''] })
console.log(JSON.stringify({ event: 'ready', port: server.port }))
process.stdin.resume().on('end', () => process.exit(0))
