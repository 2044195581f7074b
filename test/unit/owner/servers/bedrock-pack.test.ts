import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { installBedrockPack } from '../../../../src-main/owner/servers/bedrock-pack.js'
import { folderForEach } from '../../../fixtures/for-each.js'

const folder = folderForEach()
beforeEach(() => {
  writeFileSync(path.join(folder(), 'built.mcpack'), 'pack')
})

async function install(problem: string) {
  const shown: string[] = []
  const result = await installBedrockPack({
    source: path.join(folder(), 'built.mcpack'),
    folder: path.join(folder(), 'packs'),
    open: async (file) => (readFileSync(file, 'utf8') === 'pack' ? problem : 'not written'),
    showInFolder: (file) => shown.push(file),
  })
  return { ...result, shown }
}

describe('installing the behavior pack', () => {
  it('writes it and opens it', async () => {
    const file = path.join(folder(), 'packs', 'gatehouse.mcpack')
    expect(await install('')).toEqual({ file, wasOpened: true, shown: [] })
  })

  it('shows it in its folder when no program opens it', async () => {
    const file = path.join(folder(), 'packs', 'gatehouse.mcpack')
    expect(await install('no application')).toEqual({ file, wasOpened: false, shown: [file] })
  })
})
