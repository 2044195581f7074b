import { expect, it, vi } from 'vitest'
import { openSignInPage, showAgentGuide } from '../../../../src-main/shell/windows/outside.js'

it('the guide for agents comes with the program, which says where it lies also where nothing opens it', async () => {
  const openFile = vi.fn(async () => 'nothing opens it')
  const file = '/opt/Gatehouse/resources/docs/agent-sdk.md'
  await expect(showAgentGuide({ file, openFile })).resolves.toEqual({ at: file })
  expect(openFile).toHaveBeenCalledWith(file)
})

it.each(['https://login.example/authorize?a=b', 'http://127.0.0.1:3000/authorize', 'http://[::1]:3000/authorize'])(
  'opens the sign-in page %s',
  async (address) => {
    const open = vi.fn(async () => {})
    await openSignInPage(address, open)
    expect(open).toHaveBeenCalledWith(address)
  },
)

it.each([
  'http://login.example/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'https://a:b@login.example/',
  'ms-settings:',
  '',
])('opens no other page for a sign-in: "%s"', async (address) => {
  const open = vi.fn(async () => {})
  await expect(openSignInPage(address, open)).rejects.toThrow('may not be opened')
  expect(open).not.toHaveBeenCalled()
})
