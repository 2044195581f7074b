/** Puts a fake bridge on the page. `?fake=SCENE&theme=dark&language=zh` chooses what it shows; `&away` leaves the page without the focus. */
import { defaultSettings, type Settings } from '@shared/program/settings.js'
import { createFakeBridge } from './fake-bridge.js'
import type { FakeShell } from './fake-shell.js'
import { scenes } from './scenes.js'

const query = new URLSearchParams(window.location.search)
const scene = scenes[query.get('fake') || 'evening'] ?? (() => ({}))
const streaming = query.get('streaming') === 'on'
const made: Partial<FakeShell> = scene(Date.now())
const settings = {
  ...(made.settings ?? defaultSettings),
  streamSafe: streaming,
  streamNames: streaming ? ['‹Player A›', '‹Player B›'] : [],
  overlay: { ...defaultSettings.overlay, enabled: streaming },
  obs: { ...defaultSettings.obs, enabled: streaming },
  telemetry: { ...defaultSettings.telemetry, enabled: streaming },
  digest: { ...defaultSettings.digest, enabled: streaming },
  deck: { ...defaultSettings.deck, enabled: streaming },
  language: query.get('language') ?? 'en',
  theme: query.get('theme') ?? 'light',
} as Settings

if (query.has('away')) document.hasFocus = () => false

const page = window.location.pathname.includes('approval') ? 'pop-up' : 'window'

Object.assign(window, { gatehouse: createFakeBridge({ ...made, settings }, page) })
