/** The story of a build on a real world: an AI looks first, corrects its plan, the owner sees and approves it, a player waits, one undo. */
import { callTool, connectClient } from '../fixtures/programs.js'
import { addJavaServer, startJava } from './java-server.js'
import { expect, isPopUpVisible, launch, test } from './program.js'

/** A hut of 5 x 4 x 5 blocks around the planks that stand at 8 7 10. */
const hut = (door: object | undefined) => ({
  name: 'a small hut',
  world: 'world',
  origin: [6, 5, 9],
  parts: [
    { shape: 'box', from: [0, 0, 0], to: [4, 0, 4], block: 'minecraft:cobblestone', name: 'floor' },
    { shape: 'walls', from: [0, 1, 0], to: [4, 3, 4], block: 'minecraft:oak_planks', name: 'walls' },
    ...(door ? [door] : []),
  ],
})

test('an AI builds a hut that the owner saw first, and one undo takes it back', async ({ cleanUp }, testInfo) => {
  const { folder, world, regions, java } = await startJava(cleanUp)
  const program = await launch(cleanUp)
  const { window, popUp } = program
  await addJavaServer(program, java, folder)
  world.send({ join: 'Steve' })
  await world.until(({ event, name }) => event === 'player-spawned' && name === 'Steve')
  await window.getByRole('navigation').getByRole('button', { name: 'Home' }).click()
  const { client } = await connectClient(cleanUp, program.profile)

  const built = window.locator('.feed-row').filter({ hasText: 'built a small hut' })
  /** The AI may move players without asking. */
  const move = async (to: object) => {
    const after = world.lines.length
    const location = { world: 'world', ...to }
    expect(await callTool(client, 'player_teleport', { playerName: 'Steve', location })).toMatchObject({
      success: true,
    })
    await world.until(({ event, name }) => event === 'player-moved' && name === 'Steve', { after })
  }

  await test.step('the AI looks at its plan: nothing changes, nobody is asked', async () => {
    const result = await client.callTool({ name: 'ext_java_build_preview', arguments: hut(undefined) })
    const image = (result.content as readonly { readonly type: string }[]).find(({ type }) => type === 'image')
    expect(image).toMatchObject({ mimeType: 'image/png' })
    expect(JSON.stringify(result.structuredContent)).toContain('minecraft:cobblestone')
    expect(await isPopUpVisible(program)).toBe(false)
    expect(regions.stateAt(6, 5, 9)).toBe('minecraft:air')
  })

  await test.step('a wrong part is named, so that the AI can correct it', async () => {
    const wrong = { shape: 'box', from: [2, 1, 0], to: [2, 2, 0], block: 'run "op Steve"', name: 'door' }
    const result = await client.callTool({ name: 'ext_java_build_preview', arguments: hut(wrong) })
    expect(result.isError).toBe(true)
    expect(JSON.stringify(result.content)).toContain('door')
  })

  await move({ x: 6.5, y: 6, z: 9.5 })
  const plan = hut({ shape: 'box', from: [2, 1, 0], to: [2, 2, 0], block: 'minecraft:air', name: 'door' })
  const building = callTool(client, 'ext_java_build', plan)

  await test.step('the owner compares before and after, and approves', async () => {
    await expect.poll(() => isPopUpVisible(program)).toBe(true)
    await expect(popUp.getByText('a small hut').first()).toBeVisible()
    await expect(popUp.getByRole('slider', { name: 'Before and after' })).toBeVisible()
    await popUp.getByRole('slider', { name: 'Before and after' }).focus()
    await popUp.keyboard.press('ArrowLeft')
    await popUp.screenshot({ path: testInfo.outputPath('build.png') })
    const button = popUp.getByRole('button', { name: 'Approve build' })
    await expect(button).toBeEnabled()
    await button.click()
  })

  await test.step('Steve is not buried: his part waits until he moved', async () => {
    const row = window.locator('.build-row')
    await expect(row).toContainText('Build waits: a small hut')
    await expect(row).toContainText('Steve is in the way')
    await window.screenshot({ path: testInfo.outputPath('waits.png') })
    expect(regions.stateAt(6, 6, 9)).toBe('minecraft:air')
    await move({ x: 20.5, y: 6, z: 20.5 })
  })

  await test.step('it is built, and the log has one row', async () => {
    expect(await building).toMatchObject({ success: true })
    expect(regions.stateAt(6, 5, 9)).toBe('minecraft:cobblestone')
    expect(regions.stateAt(6, 6, 9)).toBe('minecraft:oak_planks')
    expect(regions.stateAt(8, 6, 9)).toBe('minecraft:air')
    expect(regions.stateAt(8, 7, 10)).toBe('minecraft:oak_planks')
    await expect(built).toHaveCount(1)
    await window.screenshot({ path: testInfo.outputPath('built.png') })
  })

  await test.step('the owner undoes one part: the others stay', async () => {
    await built.getByRole('button', { name: 'Undo' }).first().click()
    const dialog = window.getByRole('dialog', { name: 'Undo this?' })
    await dialog.getByLabel('What to undo').selectOption({ label: '1. floor (25 blocks)' })
    await window.screenshot({ path: testInfo.outputPath('part.png') })
    await dialog.getByRole('button', { name: /^Undo/u }).click()
    const done = window.getByRole('dialog', { name: 'Undone' })
    await expect(done.getByText('The action is undone')).toBeVisible()
    await done.getByRole('button', { name: 'Close' }).click()
    expect(regions.stateAt(7, 5, 10)).toBe('minecraft:air')
    expect(regions.stateAt(6, 6, 9)).toBe('minecraft:oak_planks')
  })

  await test.step('one undo takes everything back', async () => {
    await built.getByRole('button', { name: 'Undo' }).first().click()
    const dialog = window.getByRole('dialog', { name: 'Undo this?' })
    await dialog.getByRole('button', { name: /^Undo/u }).click()
    const done = window.getByRole('dialog', { name: 'Undone' })
    await expect(done.getByText('The action is undone')).toBeVisible()
    for (let x = 6; x <= 10; x++)
      for (let y = 5; y <= 8; y++)
        for (let z = 9; z <= 13; z++)
          expect(regions.stateAt(x, y, z)).toBe(
            x === 8 && y === 7 && z === 10 ? 'minecraft:oak_planks' : 'minecraft:air',
          )
  })
})
