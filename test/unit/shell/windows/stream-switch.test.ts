import { describe, expect, it, vi } from 'vitest'
import {
  type ReloadablePage,
  reloadCovered,
  switchStreamSafe,
} from '../../../../src-main/shell/windows/stream-switch.js'
import { FakeClock } from '../../../fakes/fake-clock.js'

type Behaviour = 'responds' | 'hangs' | 'fails' | 'loads' | 'is gone'

/** A page in which a person typed something, or not; what happens to it is listed. */
function pageThat(behaviour: Behaviour, happened: string[], isTyping = false): ReloadablePage {
  return {
    isDestroyed: () => behaviour === 'is gone',
    isLoadingMainFrame: () => behaviour === 'loads',
    executeJavaScript(code) {
      const isCover = code.includes('display')
      happened.push(isCover ? 'cover' : 'look for forms')
      if (behaviour === 'hangs') return new Promise(() => {})
      if (behaviour === 'fails') return Promise.reject(new Error('The page is gone.'))
      return Promise.resolve(isCover ? undefined : isTyping)
    },
    reload: () => void happened.push('reload'),
  }
}

describe('a page that shows data of the earlier mode', () => {
  it.each([
    ['responds', ['cover', 'reload']],
    ['fails', ['cover', 'reload']],
    ['loads', ['reload']],
    ['is gone', []],
  ] as const)('is covered, then loaded again, when it %s', async (behaviour, expected) => {
    const happened: string[] = []
    await reloadCovered(pageThat(behaviour, happened), new FakeClock())
    expect(happened).toEqual(expected)
  })

  it('is loaded again after half a second when it hangs', async () => {
    const [clock, happened] = [new FakeClock(), [] as string[]]
    const reloading = reloadCovered(pageThat('hangs', happened), clock)
    await clock.advance(499)
    expect(happened).toEqual(['cover'])
    await clock.advance(1)
    await reloading
    expect(happened).toEqual(['cover', 'reload'])
  })
})

describe('the switch of stream-safe mode', () => {
  function setUp({
    isOn = false,
    isSaved = true,
    isTyping = false,
    loses = true,
    behaviour = 'responds' as Behaviour,
  }) {
    const happened: string[] = []
    const clock = new FakeClock()
    const turn = (on: boolean) => {
      happened.push(`turn ${on}`)
      return isSaved
    }
    const ask = vi.fn(async () => loses)
    const pages = [{ contents: pageThat(behaviour, happened, isTyping) }, { contents: undefined }]
    return {
      happened,
      clock,
      ask,
      to: (on: boolean) => switchStreamSafe(on, { stream: { on: isOn, turn }, pages, ask, clock }),
    }
  }

  it('covers the pages before it is switched', async () => {
    const { happened, ask, to } = setUp({})
    expect(await to(true)).toBe('switched')
    expect(happened).toEqual(['look for forms', 'cover', 'turn true'])
    expect(ask).not.toHaveBeenCalled()
  })

  it('does not wait for a page that hangs', async () => {
    const { clock, to } = setUp({ behaviour: 'hangs' })
    const switching = to(true)
    await clock.advance(500)
    await clock.advance(500)
    expect(await switching).toBe('switched')
  })

  it.each([
    [true, 'switched'],
    [false, 'kept'],
  ] as const)('asks before typed text is lost, which the person accepts: %s', async (loses, result) => {
    const { happened, ask, to } = setUp({ isTyping: true, loses })
    expect(await to(true)).toBe(result)
    expect(ask).toHaveBeenCalledOnce()
    expect(happened.includes('turn true')).toBe(loses)
    expect(happened.includes('cover')).toBe(loses)
  })

  it('does nothing when the mode is as wanted', async () => {
    const { happened, to } = setUp({ isOn: true })
    expect(await to(true)).toBe('switched')
    expect(happened).toEqual([])
  })

  it('shows the pages again when the setting cannot be saved', async () => {
    const { happened, to } = setUp({ isSaved: false })
    expect(await to(true)).toBe('unsaved')
    expect(happened.slice(-2)).toEqual(['turn true', 'reload'])
  })
})
