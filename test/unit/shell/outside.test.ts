import { expect, it, vi } from 'vitest'
import { showAgentGuide } from '../../../src-main/shell/outside.js'

it('the guide for agents comes with the program, which says where it lies also where nothing opens it', async () => {
  const openFile = vi.fn(async () => 'nothing opens it')
  const file = '/opt/Gatehouse/resources/docs/agent-sdk.md'
  await expect(showAgentGuide({ file, openFile })).resolves.toEqual({ at: file })
  expect(openFile).toHaveBeenCalledWith(file)
})
