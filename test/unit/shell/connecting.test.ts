import { describe, expect, it, vi } from 'vitest'
import { Connecting } from '../../../src-main/shell/connecting.js'

describe('connecting', () => {
  it('happens once, however often it is asked for, and is told', async () => {
    const open = vi.fn(async () => {})
    const told = vi.fn()
    const connecting = new Connecting(open)
    connecting.onDidConnect(told)
    await Promise.all([connecting.connect(), connecting.connect()])
    await connecting.connect()
    expect(open).toHaveBeenCalledOnce()
    expect(told).toHaveBeenCalledOnce()
  })

  it('that failed says so, is not told as done, and may be tried again', async () => {
    const open = vi.fn(async () => {})
    open.mockRejectedValueOnce(new Error('no simulator'))
    const told = vi.fn()
    const connecting = new Connecting(open)
    connecting.onDidConnect(told)
    await expect(connecting.connect()).rejects.toThrow('no simulator')
    expect(told).not.toHaveBeenCalled()
    await connecting.connect()
    expect(open).toHaveBeenCalledTimes(2)
    expect(told).toHaveBeenCalledOnce()
  })
})
