/** Workflows call only scripts that exist and actions of one commit, and give secrets only to the steps that use them. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { scripts } from '../../package.json' with { type: 'json' }

const folder = path.resolve(import.meta.dirname, '../../.github/workflows')
const workflows = readdirSync(folder).map((name) => ({ name, text: readFileSync(path.join(folder, name), 'utf8') }))

describe.each(workflows)('the workflow $name', ({ text }) => {
  it('runs only scripts of package.json', () => {
    const named = [...text.matchAll(/npm run ([\w:-]+)/gu)].map(([, script]) => script ?? '')
    expect(named.filter((script) => !Object.hasOwn(scripts, script))).toEqual([])
  })

  it('pins each action by its commit, and names the version', () => {
    const used = text.split('\n').filter((line) => /\buses:/u.test(line))
    expect(used.filter((line) => !/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/u.test(line))).toEqual([])
  })

  it('has only the rights it declares, and no secret outside an environment', () => {
    expect(text).toMatch(/^permissions:\n {2}contents: read$/mu)
    const lines = text.split('\n').filter((line) => line.includes('${{') && line.includes('secrets.'))
    expect(lines.filter((line) => !/^ {6,}[A-Z_]+: \$\{\{/u.test(line))).toEqual([])
  })
})
