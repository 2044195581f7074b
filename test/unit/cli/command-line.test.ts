import { product } from '@contract/product.js'
import { describe, expect, it } from 'vitest'
import { runCommandLine, verbs } from '../../../src-main/cli/command-line.js'
import { terminal } from '../../fixtures/terminal.js'

describe('gatehouse', () => {
  it('without a verb prints the usage, and exits with an error', async () => {
    const screen = terminal()
    expect(await runCommandLine([], screen)).toBe(2)
    expect(screen.complained.join()).toContain('Usage: gatehouse COMMAND')
    expect(screen.said).toEqual([])
  })

  it.each([['--help'], ['-h'], ['help']])('%s lists every verb', async (option) => {
    const screen = terminal()
    expect(await runCommandLine([option], screen)).toBe(0)
    for (const { name, summary } of verbs) expect(screen.said.join()).toMatch(new RegExp(`${name} +${summary}`, 'u'))
  })

  it('--version says its version', async () => {
    const screen = terminal()
    expect(await runCommandLine(['--version'], screen)).toBe(0)
    expect(screen.said).toEqual([product.version])
  })

  it.each([
    ['valdate', 'validate'],
    ['val', 'validate'],
    ['dif', 'diff'],
    ['fidf', 'diff'],
  ])('for the unknown verb %s suggests %s', async (typed, meant) => {
    const screen = terminal()
    expect(await runCommandLine([typed, 'x'], screen)).toBe(2)
    expect(screen.complained.join()).toContain(`Did you mean "${meant}"?`)
  })

  it.each(['0', '601', '-1', 'soon', '', 'Infinity'])('refuses the start limit %j of a service', async (seconds) => {
    const screen = terminal()
    const typed = ['services', 'add', 'x', `--start-timeout=${seconds}`, '--profile', 'never-there', '--', 'node']
    expect(await runCommandLine(typed, screen)).toBe(2)
    expect(screen.complained.join()).toContain('from 1 to 600')
  })

  it('suggests nothing for a verb that resembles none', async () => {
    const screen = terminal()
    expect(await runCommandLine(['frobnicate'], screen)).toBe(2)
    expect(screen.complained.join()).toContain('Unknown command "frobnicate".')
    expect(screen.complained.join()).not.toContain('Did you mean')
  })
})

describe.each(verbs.map((verb) => [verb.name, verb] as const))('gatehouse %s', (name, { help }) => {
  it.each([['--help'], ['-h']])('%s prints its options and exit codes', async (option) => {
    const screen = terminal()
    expect(await runCommandLine([name, option], screen)).toBe(0)
    expect(screen.said).toEqual([help])
    expect(help).toContain(`Usage: gatehouse ${name}`)
    expect(help).toContain('--json')
    expect(help).toContain('Exit codes: 0')
  })

  const needsNoArguments = name === 'status'
  it.each([[['a', 'b', 'c']], [['--colour', 'a', 'b']], ...(needsNoArguments ? [] : [[[]], [['--json']]])])(
    'with %j prints what is wrong and how to get help',
    async (args) => {
      const screen = terminal()
      expect(await runCommandLine([name, ...args], screen)).toBe(2)
      expect(screen.complained.join()).toContain(`Try: gatehouse ${name} --help`)
      expect(screen.said).toEqual([])
    },
  )
})
