/** Backups of a Java server through the real window; a model of the console stands behind RCON. It is not the game. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { JavaProgram } from '../fakes/java/java-program.js'
import { SavingServer } from '../fakes/java/saving-server.js'
import { freePort } from '../fixtures/free-port.mjs'
import { addJavaServer } from './java-server.js'
import { expect, launch, test } from './program.js'

test('an owner backs up a server and restores it', async ({ cleanUp }, testInfo) => {
  const folder = path.join(cleanUp.folder(), 'survival')
  const level = path.join(folder, 'world', 'level.dat')
  mkdirSync(path.join(folder, 'world'), { recursive: true })
  writeFileSync(level, 'level')
  const game = new SavingServer()
  const java = new JavaProgram({
    ...{ folder, version: '1.21.4', gamePort: await freePort(), rconPort: await freePort() },
    consoleOver: (model) => async (command) => [await (command.startsWith('save-') ? game : model).run(command)],
  })
  cleanUp.add(java, (one) => one.stop())
  await java.start()
  const program = await launch(cleanUp)
  const { window } = program
  const picture = (name: string) => window.screenshot({ path: testInfo.outputPath(`${name}.png`) })
  await addJavaServer(program, java, folder)

  const section = window.getByRole('tabpanel', { name: 'Backups' })

  await test.step('a backup is made without approval, and listed', async () => {
    await window.getByRole('tab', { name: 'Backups' }).click()
    await expect(section).toContainText('No backups yet')
    await section.getByRole('button', { name: 'Back up now' }).click()
    await expect(section.getByRole('listitem')).toHaveCount(1)
    await expect(section).toContainText('Stop the server first to restore a backup.')
    await expect(section.getByRole('button', { name: /^Restore the backup/ })).toBeDisabled()
    expect(game.isSaving).toBe(true)
    await picture('backups')
  })

  await test.step('it is restored by the owner while the server is stopped', async () => {
    writeFileSync(level, 'later')
    await java.stop()
    await expect(section.getByRole('button', { name: /^Restore the backup/ })).toBeEnabled()
    await section.getByRole('button', { name: /^Restore the backup/ }).click()
    const dialog = window.getByRole('dialog')
    const restore = dialog.getByRole('button', { name: 'Restore', exact: true })
    await expect(restore).toBeDisabled()
    await dialog.getByLabel(/to confirm/).fill('survival')
    await picture('restore')
    await restore.click()
    await expect(dialog).toContainText('Backup restored')
    await dialog.getByRole('button', { name: 'Close' }).click()
    expect(readFileSync(level, 'utf8')).toBe('level')
    expect(readdirSync(folder).filter((name) => name.startsWith('world.before-'))).toHaveLength(1)
  })

  await test.step('it is removed', async () => {
    await section.getByRole('button', { name: /^Remove the backup/ }).click()
    await window.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
    await expect(section).toContainText('No backups yet')
  })

  await test.step('each is in the audit trail', async () => {
    await window.getByRole('navigation').getByText('Log').click()
    await expect(window.getByText('Backup removed').first()).toBeVisible()
    await picture('audit')
  })
})
