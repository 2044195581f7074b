/** The main tasks of the screens in Chinese and in the dark theme. */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { GatewayEndpoint } from '@contract/local/endpoint-file.js'
import type { Page } from '@playwright/test'
import { defaultSettings } from '@shared/program/settings.js'
import { OAuthProgram, openPage, redirectOf } from '../fakes/oauth-program.js'
import { Phone } from '../fakes/phone.js'
import { freePort } from '../fixtures/free-port.mjs'
import { type CleanUp, callTool, connectClient } from '../fixtures/programs.js'
import { pretendNetwork } from './pretend-network.js'
import { expect, launch, openRules, type Program, test } from './program.js'
import { violations } from './violations.js'

async function launchInChinese(cleanUp: CleanUp): Promise<Program> {
  const profile = cleanUp.folder()
  const lanApprovals = { enabled: false, port: await freePort() }
  const own = { language: 'zh', theme: 'dark', welcomed: true, demoWorld: true, lanApprovals, otherClients: 'allow' }
  writeFileSync(path.join(profile, 'settings.json'), JSON.stringify({ ...defaultSettings, version: 1, ...own }))
  const program = await launch(cleanUp, [], profile)
  await expect(program.window.locator('html')).toHaveAttribute('lang', 'zh-CN')
  return program
}

const screen = (window: Page, name: string) => window.getByRole('button', { name, exact: true }).first().click()

/** By the rules of accessibility, and nothing left over in English. */
async function look(page: Page, name: string): Promise<void> {
  expect.soft(await violations(page), name).toEqual([])
  const picture = test.info().outputPath(`${name}.png`)
  await page.screenshot({ path: picture })
}

test('in Chinese and the dark theme: requests, log, undo, rules and stop', async ({ cleanUp }) => {
  const program = await launchInChinese(cleanUp)
  const { electron, window, popUp, profile } = program
  const { client } = await connectClient(cleanUp, profile)
  const setTime = (time: number) => callTool(client, 'world_time_set', { worldName: 'world', time })
  const approve = popUp.getByRole('button', { name: /^批准/u })

  await test.step('a question is read and approved, the next denied', async () => {
    const answer = setTime(13_000)
    await expect(popUp.getByRole('heading', { level: 1 })).toContainText('夜')
    await expect(approve).toHaveText('批准一次')
    await expect(approve).toBeEnabled()
    await look(popUp, 'question')
    await approve.click()
    expect(await answer).toMatchObject({ success: true })
    const denied = setTime(1_000)
    await popUp.getByRole('button', { name: '拒绝' }).click()
    expect(await denied).toMatchObject({ success: false })
  })

  await test.step('its row opens to its steps, and links to the log', async () => {
    const line = window.getByRole('button', { name: /夜/u, expanded: false }).last()
    await line.focus()
    await window.keyboard.press('Enter')
    await look(window, 'live')
    await window.getByRole('button', { name: '在日志中查看' }).click()
    await expect(window.getByRole('region', { name: '经过' })).toContainText('批准')
    await look(window, 'audit')
  })

  await test.step('the log is searched and exported', async () => {
    await screen(window, '日志')
    await expect(window.getByText(/^日志完整/u)).toBeVisible()
    await window.getByRole('searchbox', { name: '搜索日志' }).fill('13000')
    const file = path.join(profile, 'trail.csv')
    await electron.evaluate(({ dialog }, filePath) => {
      dialog.showSaveDialog = async () => ({ canceled: false, filePath })
    }, file)
    await window.getByRole('button', { name: '导出' }).click()
    await window.getByRole('button', { name: 'JSON Lines' }).click()
    await expect(window.getByRole('dialog').getByRole('status')).toContainText('条记录保存到')
    expect(readFileSync(file, 'utf8')).toContain('world.time.set')
    await window.keyboard.press('Escape')
  })

  await test.step('the world is restored', async () => {
    await screen(window, '撤销')
    const list = window.getByRole('list', { name: '可撤销的动作' })
    await list.getByRole('button', { name: '撤销' }).first().click()
    const dialog = window.getByRole('dialog', { name: '要撤销这个动作吗？' })
    await expect(dialog.getByRole('columnheader', { name: '操作前' })).toBeVisible()
    await look(window, 'undo')
    await dialog.getByRole('button', { name: '撤销', exact: true }).click()
    const done = window.getByRole('dialog', { name: '已撤销' })
    await expect(done.getByText('已撤销。')).toBeVisible()
    await done.getByRole('button', { name: '关闭' }).click()
  })

  await test.step('a rule is created, removed, and restored', async () => {
    await openRules(window, { approvals: '审批', rules: '规则' })
    await window.getByRole('button', { name: '新建规则' }).click()
    await window.getByText('拒绝', { exact: true }).click()
    await window.getByLabel('动作', { exact: true }).selectOption({ label: '按模式匹配（高级）…' })
    await window.getByLabel('模式', { exact: true }).fill('world.time.*')
    await look(window, 'rule')
    await window.getByRole('button', { name: '创建规则' }).click()
    const rule = window.getByRole('list', { name: '你的规则' }).getByText('部分世界类动作', { exact: true })
    await expect(rule).toBeVisible()
    expect(await setTime(6_000)).toMatchObject({ success: false })
    await window.getByRole('button', { name: '移除规则 拒绝：部分世界类动作' }).click()
    await window.getByRole('alertdialog').getByRole('button', { name: '移除' }).click()
    await expect(window.getByText('还没有规则')).toBeVisible()
    await window.getByRole('button', { name: '撤销', exact: true }).last().click()
    await expect(rule).toBeVisible()
  })

  await test.step('stops everything and resumes', async () => {
    await window.getByRole('button', { name: '全部停止' }).click()
    await expect(window.getByText('已全部停止。')).toBeVisible()
    expect(await callTool(client, 'world_time_get', { worldName: 'world' })).toMatchObject({ success: false })
    await look(window, 'stopped')
    await window.getByRole('button', { name: '恢复…' }).click()
    await window.getByRole('button', { name: '恢复操作' }).click()
    await expect(window.getByText('已全部停止。')).toBeHidden()
  })
})

test('in Chinese and the dark theme: rights of keys, programs and people', async ({ cleanUp }) => {
  const { electron, profile, window } = await launchInChinese(cleanUp)
  const { endpoint } = JSON.parse(readFileSync(path.join(profile, 'gateway.json'), 'utf8')) as GatewayEndpoint

  await test.step('a client gets a key and rights, and is revoked', async () => {
    await screen(window, 'AI 客户端')
    await window.getByText('面向开发者').click()
    await window.getByRole('button', { name: '新建密钥' }).click()
    await window.getByLabel('名称').fill('夜班机器人')
    await window.getByRole('button', { name: '创建密钥' }).click()
    const token = await window.getByRole('region', { name: '密钥', exact: true }).innerText()
    const status = async () => {
      const headers = { authorization: `Bearer ${token}`, connection: 'close' }
      return (await fetch(new URL('/api/v1/servers', endpoint), { headers })).status
    }
    expect(await status()).toBe(200)
    await window.getByRole('button', { name: '完成' }).click()
    await window.getByRole('button', { name: '打开 夜班机器人 的页面' }).click()
    await window.getByRole('button', { name: '编辑 夜班机器人 的权限' }).click()
    const form = window.getByRole('form', { name: '编辑 夜班机器人 的权限' })
    await form.getByRole('radio', { name: '观察者' }).check()
    await look(window, 'rights')
    await form.getByRole('button', { name: '保存' }).click()
    await window.getByText('详细信息', { exact: true }).first().click()
    await expect(window.getByText('观察者').first()).toBeVisible()
    await window.getByRole('button', { name: '吊销 夜班机器人 的密钥' }).click()
    await window.getByRole('alertdialog').getByRole('button', { name: '吊销' }).click()
    await expect(window.getByText('还没有连接 AI')).toBeVisible()
    expect(await status()).toBe(401)
  })

  await test.step('a program that connects by OAuth is shown, and rejected', async () => {
    const program = await OAuthProgram.known(endpoint, 'Claude Code')
    const page = await openPage(program.authoriseUrl())
    const question = window.getByRole('alertdialog')
    await expect(question).toContainText('未经核实')
    expect(await page.text()).toContain(await question.getByRole('status').innerText())
    await expect(question.getByRole('button', { name: '接受' })).toBeEnabled()
    await look(window, 'consent')
    await question.getByRole('button', { name: '拒绝' }).click()
    expect((await redirectOf(page)).searchParams.get('error')).toBe('access_denied')
  })

  await test.step('a phone is paired and revoked', async () => {
    await pretendNetwork(electron)
    await screen(window, '设置')
    await screen(window, '在哪里审批')
    const places = window.getByRole('region', { name: '在哪里审批', exact: true })
    await places.getByRole('button', { name: '关联：手机' }).click()
    await places.getByRole('group', { name: '用手机批准' }).getByText('开', { exact: true }).click()
    await window.getByRole('button', { name: '添加批准人' }).click()
    await expect(window.getByRole('img', { name: '供手机扫描的二维码' })).toBeVisible()
    const code = await window.getByLabel('要输入的配对码').innerText()
    await places.getByText('详细信息').click()
    await expect(window.locator('code.people-fingerprint')).toHaveText([/#/u, /:/u])
    const [link = '', fingerprint = ''] = await window.locator('code.people-fingerprint').allInnerTexts()
    const { origin, hash } = new URL(link)
    const phone = new Phone(origin, fingerprint)
    const claimed = await phone.post('/api/pair', { secret: hash.slice(1), code, name: '小艾' })
    await expect(window.getByLabel('要比对的字符')).toHaveText(String(claimed.body.check))
    await expect(window.getByRole('button', { name: '确认' })).toBeEnabled()
    await look(window, 'pairing')
    await window.getByRole('button', { name: '确认' }).click()
    await window.getByRole('button', { name: '移除 小艾' }).click()
    await window.getByRole('alertdialog').getByRole('button', { name: '移除' }).click()
    await expect(window.getByRole('button', { name: '移除 小艾' })).toBeHidden()
  })
})
