/**
 * Writes `server.json` for the MCP registry: the one of the repository with the address and hash of a packed extension.
 *
 * `node scripts/server-json.mjs FILE.mcpb OWNER/REPOSITORY TARGET`
 */
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

const [file, repository = '', target] = process.argv.slice(2)
if (!file || !target || !/^[\w.-]+\/[\w.-]+$/u.test(repository)) {
  console.error('Usage: node scripts/server-json.mjs FILE.mcpb OWNER/REPOSITORY TARGET')
  process.exit(2)
}
const root = path.resolve(import.meta.dirname, '..')
const read = async (name) => JSON.parse(await readFile(path.join(root, name), 'utf8'))
const [server, { version }] = [await read('server.json'), await read('package.json')]
const [owner] = repository.split('/')
const [extension] = server.packages
const page = `https://github.com/${repository}`
const whole = {
  ...server,
  name: `io.github.${owner}/gatehouse`,
  version,
  repository: { url: page, source: 'github' },
  packages: [
    {
      ...extension,
      identifier: `${page}/releases/download/v${version}/${path.basename(file)}`,
      fileSha256: createHash('sha256')
        .update(await readFile(file))
        .digest('hex'),
    },
  ],
}
await writeFile(target, `${JSON.stringify(whole, null, 2)}\n`)
