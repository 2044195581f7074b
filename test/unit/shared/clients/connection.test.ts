import { keyNameOf, programIds } from '@shared/clients/connection.js'
import { describe, expect, it } from 'vitest'

describe('the name of a key', () => {
  it.each(programIds.filter((id) => id !== 'other'))('is never that of %s for an unknown program', (id) => {
    expect(keyNameOf(id)).toBe(id)
    expect(keyNameOf('other', id)).toBe(`${id}-program`)
  })

  it('follows the name that its owner gives', () => expect(keyNameOf('other', 'My bot')).toBe('my-bot'))
})
