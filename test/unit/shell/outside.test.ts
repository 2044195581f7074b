import { describe, expect, it, vi } from 'vitest'
import { agentGuidePage, mayOpen, openAgentGuide, openOutside } from '../../../src-main/shell/outside.js'

const ways = (exists: boolean) => ({
  file: '/checkout/src-main/agent-sdk/README.md',
  exists: () => exists,
  openFile: vi.fn(async () => 'nothing opens it'),
  open: vi.fn(async () => {}),
})

describe('what is opened outside the program', () => {
  it('is nothing but the pages on the list', async () => {
    const open = vi.fn(async () => {})
    await expect(openOutside('https://elsewhere.example/', open)).rejects.toThrow()
    expect(open).not.toHaveBeenCalled()
    expect(mayOpen(agentGuidePage)).toBe(true)
  })

  it('is the guide for agents as it lies in the checkout, and says where, also where nothing opens it', async () => {
    const here = ways(true)
    await expect(openAgentGuide(here)).resolves.toEqual({ at: here.file })
    expect(here.openFile).toHaveBeenCalledWith(here.file)
    expect(here.open).not.toHaveBeenCalled()
  })

  it('is the page of the guide where there is no checkout', async () => {
    const installed = ways(false)
    await expect(openAgentGuide(installed)).resolves.toEqual({ at: agentGuidePage })
    expect(installed.open).toHaveBeenCalledWith(agentGuidePage)
  })
})
