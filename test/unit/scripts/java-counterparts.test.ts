/** Every broken agent has a counterpart test of the agent in Java, which does not have that fault. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import counterparts from '../../fixtures/broken-agents/java.json' with { type: 'json' }

const root = path.resolve(import.meta.dirname, '..', '..', '..')
const broken = path.join(root, 'test', 'fixtures', 'broken-agents')
const tests = path.join(root, 'agents', 'java', 'gatehouse-agent', 'src', 'test', 'java', 'dev', 'gatehouse', 'agent')

const sourceOf = (name: string) => {
  const file = [tests, path.join(tests, 'internal')].find((folder) => readdirSync(folder).includes(`${name}.java`))
  return file === undefined ? '' : readFileSync(path.join(file, `${name}.java`), 'utf8')
}

describe('the counterparts of the broken agents in Java', () => {
  it('are there for each of them, and for nothing else', () => {
    const fixtures = readdirSync(broken)
      .filter((file) => file.endsWith('.ts') && file !== 'contract-agent.ts')
      .map((file) => file.slice(0, -3))
    expect(Object.keys(counterparts).sort()).toEqual(fixtures.sort())
  })

  it.each(Object.entries(counterparts))('%s: %s is a test', (_fixture, place) => {
    const [name = '', method = ''] = place.split('.')
    expect(sourceOf(name)).toMatch(new RegExp(`@Test(?:Factory)?\\s+\\S* ?\\S* ?${method}\\(`, 'u'))
  })
})
