/** The jar of the Paper plugin, as a server owner gets it. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { missingPaper, pluginJar } from '../fixtures/paper-server.js'
import { root } from '../fixtures/programs.js'

const source = path.join(root, 'agents', 'java', 'gatehouse-paper')
const files = missingPaper === undefined ? unzipSync(readFileSync(pluginJar)) : {}
const about = files['plugin.yml'] ? strFromU8(files['plugin.yml']) : ''

/** A value at the top of plugin.yml, without its quotes. */
const topValue = (key: string) => new RegExp(`^${key}: "?([^"\\n]*)"?$`, 'mu').exec(about)?.[1]

/** The names indented by two spaces under a key. */
function namesUnder(key: string): string[] {
  const lines = about.split('\n')
  const below = lines.slice(lines.indexOf(`${key}:`) + 1)
  const end = below.findIndex((line) => /^\S/u.test(line))
  const block = end < 0 ? below : below.slice(0, end)
  return block.flatMap((line) => /^ {2}([\w.]+):$/u.exec(line)?.[1] ?? [])
}

describe.skipIf(missingPaper !== undefined)('the jar of the Paper plugin', () => {
  it('has a plugin.yml that a server can read, and the class that it names', () => {
    expect(topValue('name')).toMatch(/^[\w.-]+$/u)
    expect(Object.keys(files)).toContain(`${topValue('main')?.replaceAll('.', '/')}.class`)
    const [, version] = /<artifactId>gatehouse-agents<\/artifactId>\s*<version>([^<]+)</u.exec(
      readFileSync(path.join(source, 'pom.xml'), 'utf8'),
    ) ?? ['', '']
    expect(topValue('version')).toBe(version)
    expect(topValue('api-version')).toMatch(/^1\.\d+$/u)
  })

  it('declares its command, and a permission for each subcommand', () => {
    const command = readFileSync(
      path.join(source, 'src', 'main', 'java', 'dev', 'gatehouse', 'paper', 'GatehouseCommand.java'),
      'utf8',
    )
    const words = /NAMES = List\.of\(([^)]*)\)/u.exec(command)?.[1]?.match(/\w+/gu) ?? []
    expect(namesUnder('commands')).toEqual(['gatehouse'])
    expect(namesUnder('permissions').sort()).toEqual(words.map((word) => `gatehouse.${word}`).sort())
  })

  it('contains no class under a name that another plugin or the server may use', () => {
    const classes = Object.keys(files).filter((name) => name.endsWith('.class'))
    expect(classes.filter((name) => !name.startsWith('dev/gatehouse/'))).toEqual([])
    expect(classes.some((name) => name.startsWith('dev/gatehouse/libraries/websocket/'))).toBe(true)
    expect(classes.some((name) => name.startsWith('dev/gatehouse/model/'))).toBe(false)
  })
})
