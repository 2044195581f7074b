import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Result } from '../../../src-renderer/bridge.js'
import { markUnsavedForms } from '../../../src-renderer/state/unsaved-forms.js'

/** A page with one form, whose attribute is the mark. */
class Form {
  mark: string | null = null
  closest = () => this
  getAttribute = () => this.mark
  setAttribute = (_name: string, value: string) => (this.mark = value)
  removeAttribute = () => (this.mark = null)
}

beforeEach(() => void vi.stubGlobal('Element', Form))
afterEach(() => void vi.unstubAllGlobals())

function scene() {
  const listeners: { type: string; listener: (event: unknown) => void; isFirst: boolean }[] = []
  const addEventListener = (type: string, listener: (event: unknown) => void, isFirst = false) =>
    void listeners.push({ type, listener, isFirst })
  let order: Promise<Result<unknown>> | undefined
  markUnsavedForms({ addEventListener } as unknown as Document, () => order)
  const form = new Form()
  const send = (type: string, isFirst: boolean) => {
    for (const one of listeners) if (one.type === type && one.isFirst === isFirst) one.listener({ target: form })
  }
  return {
    form,
    type: () => send('input', false),
    /** Submits the form, which gives an order with this result, or none. */
    async submit(result?: Result<unknown>, meanwhile = () => {}) {
      send('submit', true)
      if (result) order = Promise.resolve(result)
      send('submit', false)
      meanwhile()
      await order
    },
  }
}

const done: Result<unknown> = { ok: true, value: null }
const refused: Result<unknown> = { ok: false, error: { code: 'SYSTEM.SETTINGS_UNWRITABLE', message: 'No.' } }

describe('a form in which a person typed', () => {
  it('is unsaved until its order succeeds', async () => {
    const { form, type, submit } = scene()
    expect(form.mark).toBeNull()
    type()
    expect(form.mark).not.toBeNull()
    await submit(refused)
    expect(form.mark).not.toBeNull()
    await submit(done)
    expect(form.mark).toBeNull()
  })

  it('stays unsaved when it gives no order, whatever succeeded before', async () => {
    const { form, type, submit } = scene()
    await submit(done)
    type()
    await submit()
    expect(form.mark).not.toBeNull()
  })

  it('stays unsaved when more is typed before the order is done', async () => {
    const { form, type, submit } = scene()
    type()
    await submit(done, type)
    expect(form.mark).not.toBeNull()
  })
})
