import { mixesScripts } from '@shared/text/confusable-name.js'
import { maskSecrets, secretMask } from '@shared/text/secret-names.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { forAll } from '../../../fixtures/properties.js'

describe('masked secrets', () => {
  it('are every member that is named like one, however deep, and counted', () => {
    const given = { player: 'Steve', apiKey: 'a', config: [{ rconPassword: { deep: 1 }, port: 25_575 }] }
    expect(maskSecrets(given)).toEqual({
      value: { player: 'Steve', apiKey: secretMask, config: [{ rconPassword: secretMask, port: 25_575 }] },
      count: 2,
    })
  })

  it('leave everything else as it is', () =>
    forAll(fc.jsonValue(), fc.string(), (value, secret) => {
      const { value: shown, count } = maskSecrets({ other: value, token: `secret-${secret}` })
      expect(JSON.stringify(shown)).not.toContain(JSON.stringify(`secret-${secret}`))
      if (count === 1) expect(shown).toEqual({ other: value, token: secretMask })
    }))

  it('include values that are nested too deep', () => {
    let value: unknown = { token: 'secret' }
    for (let depth = 0; depth < 10_000; depth += 1) value = [value]
    expect(JSON.stringify(maskSecrets(value))).not.toContain('"secret"')
  })
})

describe('a name that mixes alphabets', () => {
  it.each(['Survivаl', 'Gateһouse', 'Αdmin'])('is found: %s', (name) => expect(mixesScripts(name)).toBe(true))
  it.each(['Survival', 'Выживание', '生存服务器 One', 'Сервер One', ''])('is not reported: %s', (name) =>
    expect(mixesScripts(name)).toBe(false),
  )
})
