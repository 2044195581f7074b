/**
 * Container server: the program in the test's container. It does what the scripts of itzg/minecraft-server do around the
 * game (a random password at each start, in the files that the image writes), and runs the model console.
 */
import { randomBytes } from 'node:crypto'
import { appendFileSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { ModelConsole } from '../console/model-console.js'
import { MemoryWorld } from '../console/model-world.js'
import { RconServer } from '../rcon-server.js'

const data = '/data'
const port = Number(process.env.RCON_PORT)
const password = process.env.RCON_PASSWORD ?? randomBytes(12).toString('hex')

const say = (text: string) => {
  const line = `[${new Date().toISOString().slice(11, 19)}] [Server thread/INFO]: ${text}`
  process.stdout.write(`${line}\n`)
  appendFileSync(`${data}/logs/latest.log`, `${line}\n`)
}

mkdirSync(`${data}/logs`, { recursive: true })
mkdirSync(`${data}/world/region`, { recursive: true })
writeFileSync(`${data}/eula.txt`, '# Generated via Docker\neula=true\n')
writeFileSync(`${data}/.rcon-cli.env`, `password=${password}\n`)
writeFileSync(`${data}/.rcon-cli.yaml`, `password: "${password}"\n`)
writeFileSync(`${data}/server.properties`, `enable-rcon=true\nrcon.port=${port}\nrcon.password=${password}\n`)
writeFileSync(`${data}/world/region/r.0.0.mca`, Buffer.alloc(40_960, 7))
rmSync(`${data}/out`, { force: true })
symlinkSync('/proc', `${data}/out`)
rmSync(`${data}/latest`, { force: true })
symlinkSync('logs/latest.log', `${data}/latest`)

const model = new ModelConsole({ version: '1.20.4', world: new MemoryWorld() })
const run = async (command: string): Promise<readonly string[]> => {
  say(`command ${command}`)
  if (command === 'wait' || command.includes('wait for ever')) return new Promise(() => {})
  if (command === 'long') return ['x'.repeat(9_000)]
  if (command === 'colours') return ['§aGreen§r and §lbold\nnext']
  return [await model.run(command)]
}

say(`Starting with ${process.env.NAME ?? 'no name'}`)
process.stderr.write('a line of the error stream\n')
void RconServer.start({ password, port, run }).then((server) => {
  process.on('SIGTERM', () => {
    say('Stopping the server')
    void server.stop().then(() => process.exit(0))
  })
  say('Done (1.0s)! For help, type "help"')
})
