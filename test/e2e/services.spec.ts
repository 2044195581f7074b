import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport, type StdioServerParameters } from '@modelcontextprotocol/sdk/client/stdio.js'
import { type CleanUp, root } from '../fixtures/programs.js'
import { expect, isPopUpVisible, launch, test, usedProfile } from './program.js'
import { violations } from './violations.js'

const programOf = (name: string): string =>
  path.join(root, 'node_modules', '@modelcontextprotocol', `server-${name}`, 'dist', 'index.js')

/** A home with a Claude Desktop that has three real MCP servers. */
function homeWithClaude(cleanUp: CleanUp) {
  const home = cleanUp.folder()
  const notes = path.join(home, 'notes')
  mkdirSync(notes)
  const file = path.join(home, 'Claude', 'claude_desktop_config.json')
  mkdirSync(path.dirname(file))
  const node = process.execPath
  const mcpServers = {
    Files: { command: node, args: [programOf('filesystem'), notes] },
    Memory: { command: node, args: [programOf('memory')], env: { MEMORY_FILE_PATH: path.join(home, 'memory.json') } },
    Everything: { command: node, args: [programOf('everything'), 'stdio'] },
  }
  writeFileSync(file, JSON.stringify({ theme: 'dark', mcpServers }, null, 4))
  return { notes, file, environment: { HOME: home, XDG_CONFIG_HOME: home } }
}

test('three servers of Claude Desktop are imported, a file write waits for a person, and the file is restored', async ({
  cleanUp,
}, testInfo) => {
  const { notes, file, environment } = homeWithClaude(cleanUp)
  const before = readFileSync(file)
  const program = await launch(cleanUp, [], usedProfile(cleanUp), environment)
  const { window, popUp } = program
  const row = (name: string) =>
    window.getByRole('listitem').filter({ has: window.getByRole('button', { name: new RegExp(`^${name}`, 'u') }) })

  await test.step('one click moves the services', async () => {
    await window.getByRole('navigation').getByRole('button', { name: 'Servers' }).click()
    await window.getByRole('radio', { name: 'Services' }).check({ force: true })
    expect(await violations(window)).toEqual([])
    await window.getByRole('button', { name: 'Import from Claude Desktop' }).click()
    const dialog = window.getByRole('dialog', { name: 'Move these to Gatehouse' })
    await expect(dialog.getByRole('checkbox', { checked: true })).toHaveCount(3)
    await dialog.getByRole('button', { name: 'Show what changes in the file' }).click()
    await expect(dialog.getByRole('region', { name: 'Changes in the file' })).toContainText('"gatehouse": {')
    expect(await violations(window)).toEqual([])
    await window.screenshot({ path: testInfo.outputPath('import.png') })
    await dialog.getByRole('button', { name: 'Move 3 services' }).click()
    await expect(window.getByText('Moved 3 services to Gatehouse.')).toBeVisible()
    for (const name of ['Files', 'Memory', 'Everything']) await expect(row(name)).toContainText('Running')
    expect(await violations(window)).toEqual([])
    await window.screenshot({ path: testInfo.outputPath('services.png') })
  })

  const after = JSON.parse(readFileSync(file, 'utf8')) as { mcpServers: { gatehouse: StdioServerParameters } }
  expect(after).toEqual({ theme: 'dark', mcpServers: { gatehouse: expect.any(Object) as unknown } })

  await test.step('nothing can be used before the person has accepted it', async () => {
    await row('Files')
      .getByRole('button', { name: /^Files/u })
      .click()
    const start = window.getByRole('button', { name: 'Start with the defaults' })
    await expect(start).toBeVisible()
    expect(await violations(window)).toEqual([])
    await window.screenshot({ path: testInfo.outputPath('accept.png') })
    await start.click()
    await expect(start).toBeHidden()
  })

  const client = cleanUp.add(new Client({ name: 'claude-ai', version: '1.0.0' }), (open) => open.close())
  await client.connect(new StdioClientTransport({ ...after.mcpServers.gatehouse, stderr: 'ignore' }))

  await test.step('a write waits for approval in the pop-up, then writes the file', async () => {
    const listed = async () => (await client.listTools()).tools.map(({ name }) => name)
    await expect.poll(listed).toContain('files_write_file')
    expect((await listed()).filter((name) => name.startsWith('memory_'))).toEqual([])
    const target = path.join(notes, 'plan.txt')
    const answer = client.callTool({ name: 'files_write_file', arguments: { path: target, content: 'Build a tower.' } })
    const approve = popUp.getByRole('button', { name: 'Approve once' })
    await expect(approve).toBeEnabled()
    await expect(popUp.getByText('plan.txt').first()).toBeVisible()
    await popUp.screenshot({ path: testInfo.outputPath('pop-up.png') })
    expect(existsSync(target)).toBe(false)
    await approve.click()
    expect(await answer).toMatchObject({
      content: [{ type: 'text', text: expect.stringContaining('plan.txt') as unknown }],
    })
    expect(readFileSync(target, 'utf8')).toBe('Build a tower.')
    await expect.poll(() => isPopUpVisible(program)).toBe(false)
  })

  await test.step('a denial leaves the folder unchanged', async () => {
    const target = path.join(notes, 'no.txt')
    const answer = client.callTool({ name: 'files_write_file', arguments: { path: target, content: 'x' } })
    await popUp.getByRole('button', { name: 'Deny' }).click()
    expect((await answer).isError).toBe(true)
    expect(existsSync(target)).toBe(false)
    await client.close()
  })

  await test.step('restoring puts the file back byte for byte, and the services end', async () => {
    await window.getByRole('button', { name: 'Back' }).click()
    await window.getByRole('button', { name: 'Import from Claude Desktop' }).click()
    const dialog = window.getByRole('dialog', { name: 'Move these to Gatehouse' })
    await expect(dialog.getByText('You moved 3 services on')).toBeVisible()
    await dialog.getByRole('button', { name: 'Restore the file' }).click()
    await expect(window.getByText('No services yet')).toBeVisible()
    expect(readFileSync(file).equals(before)).toBe(true)
  })
})

test('a person adds a service by its command, corrects it, stops it and removes it', async ({ cleanUp }) => {
  const { notes, environment } = homeWithClaude(cleanUp)
  const { window, profile } = await launch(cleanUp, [], usedProfile(cleanUp), environment)
  await window.getByRole('navigation').getByRole('button', { name: 'Servers' }).click()
  await window.getByRole('radio', { name: 'Services' }).check({ force: true })
  await window.getByRole('button', { name: 'Add a service' }).click()
  const form = window.getByRole('dialog')
  await form.getByRole('button', { name: 'Add service' }).click()
  await expect(form.getByText('Enter a name.')).toBeVisible()
  expect(await violations(window)).toEqual([])
  await form.getByLabel('Name').fill('Notes')
  await form.getByRole('textbox', { name: 'Command' }).fill('/nowhere/notes-server')
  await form.getByRole('button', { name: 'Add service' }).click()

  await window.getByRole('button', { name: /^Notes/u }).click()
  await expect(window.getByText('Couldn’t start')).toBeVisible()
  await window.getByRole('button', { name: 'Edit' }).click()
  await form
    .getByRole('textbox', { name: 'Command' })
    .fill(`"${process.execPath}" "${programOf('filesystem')}" "${notes}"`)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(window.getByText('Running', { exact: true })).toBeVisible()
  await expect(window.getByRole('region', { name: 'Last lines of the service log' })).toContainText('running on stdio')

  await window.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(window.getByText('Stopped', { exact: true })).toBeVisible()
  const stored = () => JSON.parse(readFileSync(path.join(profile, 'services.json'), 'utf8')) as { services: object }
  await expect.poll(() => stored().services).toMatchObject({ Notes: { enabled: false } })
  await window.getByRole('button', { name: 'Remove' }).click()
  await window.getByRole('alert').getByRole('button', { name: 'Remove' }).click()
  await expect(window.getByText('No services yet')).toBeVisible()
  await expect.poll(() => stored().services).toEqual({})
})

test('the command line shows, moves and restores the servers of a client while the program runs', async ({
  cleanUp,
}) => {
  const { file, environment } = homeWithClaude(cleanUp)
  const before = readFileSync(file)
  const { profile } = await launch(cleanUp, ['--hidden'], usedProfile(cleanUp), environment)
  const gatehouse = async (...args: readonly string[]) => {
    const given = [path.join(root, 'dist', 'cli.cjs'), 'services', 'import', ...args, '--profile', profile]
    const { stdout } = await promisify(execFile)(process.execPath, given, { timeout: 60_000 })
    return stdout
  }
  const shown = await gatehouse('claude-desktop')
  expect(shown).toContain('Nothing was changed.')
  expect(shown).toContain('+         "gatehouse": {')
  expect(readFileSync(file).equals(before)).toBe(true)
  expect(await gatehouse('claude-desktop', '--yes')).toContain('Moved: Files, Memory, Everything.')
  expect(readFileSync(file, 'utf8')).not.toContain('"Files"')
  expect(await gatehouse('claude-desktop', '--undo', '--yes')).toContain('Restored')
  expect(readFileSync(file).equals(before)).toBe(true)
})

test('a form of a service is filled in at the window, where the client cannot ask', async ({ cleanUp }, testInfo) => {
  const profile = usedProfile(cleanUp)
  const service = { type: 'stdio', enabled: true, namespace: 'any', command: process.execPath }
  const services = { any: { ...service, args: [programOf('everything'), 'stdio'] } }
  writeFileSync(path.join(profile, 'services.json'), JSON.stringify({ services }))
  const program = await launch(cleanUp, [], profile)
  const { window, popUp } = program
  await window.getByRole('navigation').getByRole('button', { name: 'Servers' }).click()
  await window.getByRole('radio', { name: 'Services' }).check({ force: true })
  await window.getByRole('button', { name: /^any/u }).click()
  const start = window.getByRole('button', { name: 'Start with the defaults' })
  await start.click()
  await expect(start).toBeHidden()

  const client = cleanUp.add(new Client({ name: 'claude-ai', version: '1.0.0' }), (open) => open.close())
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [path.join(root, 'dist', 'stdio-bridge.cjs'), '--profile', profile],
      stderr: 'ignore',
    }),
  )
  const answer = client.callTool({ name: 'any_trigger-elicitation-request', arguments: {} })
  await popUp.getByRole('button', { name: 'Approve once' }).click()
  await expect(popUp.getByRole('heading', { name: 'A service asks you to fill in a form' })).toBeVisible()
  await expect(popUp.getByText('The service’s words, not verified')).toBeVisible()

  await test.step('it is shown in the window too, where it can be declined', async () => {
    await window.getByRole('navigation').getByText('Approvals').click()
    await expect(window.getByRole('heading', { name: 'A service asks you to fill in a form' })).toBeVisible()
    await expect(window.getByRole('button', { name: 'Decline' })).toBeEnabled()
    expect(await violations(window)).toEqual([])
  })

  const send = popUp.getByRole('button', { name: 'Send' })
  await expect(send).toBeEnabled()
  await send.click()
  await expect(popUp.getByText('Fill this in.').first()).toBeVisible()
  await popUp.getByLabel('String', { exact: true }).fill('Ada of the window')
  expect(await violations(popUp)).toEqual([])
  await popUp.screenshot({ path: testInfo.outputPath('form.png') })
  await send.click()
  expect(JSON.stringify(await answer)).toContain('Ada of the window')
  await expect.poll(() => isPopUpVisible(program)).toBe(false)

  await test.step('Escape cancels', async () => {
    const cancelled = client.callTool({ name: 'any_trigger-elicitation-request', arguments: {} })
    await popUp.getByRole('button', { name: 'Approve once' }).click()
    await expect(popUp.getByRole('heading', { name: 'A service asks you to fill in a form' })).toBeVisible()
    await popUp.keyboard.press('Escape')
    expect(JSON.stringify(await cancelled)).toContain('cancel')
  })
})
