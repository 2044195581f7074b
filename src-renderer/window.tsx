/** Window: the entry of the main window. */
import { useState } from 'react'
import { Frame } from './app/frame.js'
import { screens } from './app/screens.js'
import { start } from './app/start.js'
import { lastOrder, subscribe } from './bridge.js'
import { CloseDialog } from './features/closing/close-dialog.js'
import { BareWindow } from './features/crash/bare-window.js'
import { followClosePrompt } from './state/close-prompt.js'
import {
  approvals,
  askingPauses,
  audience,
  bedrock,
  builds,
  calls,
  chat,
  clients,
  connectedClients,
  consents,
  crash,
  deck,
  desktop,
  discord,
  gameApproval,
  inputs,
  javaSetups,
  keyless,
  neuro,
  obs,
  overlay,
  panic,
  people,
  remoteAccess,
  servers,
  services,
  settingsProblem,
  telemetry,
  votes,
  xiaozhi,
} from './state/feeds.js'
import { gateways } from './state/gateway.js'
import { startLive } from './state/live.js'
import { goTo } from './state/navigation.js'
import { rules } from './state/rules.js'
import { trailState } from './state/trail-state.js'
import { undos } from './state/undos.js'
import { markUnsavedForms } from './state/unsaved-forms.js'
import { Boundary } from './ui/layout/boundary.js'

/** Opens the screen that a menu or a notification names, if it exists. */
const followShell = (): (() => void) =>
  subscribe('window:go', ({ screen, about }) => {
    if (Object.hasOwn(screens, screen)) goTo({ screen, ...(typeof about === 'string' && { about }) })
  })

const Page = () => {
  const [bare, setBare] = useState(() => new URLSearchParams(window.location.search).has('bare'))
  return (
    <>
      {bare ? <BareWindow onAgain={() => setBare(false)} /> : <Frame />}
      <Boundary where="leave-dialog" instead={() => null}>
        <CloseDialog />
      </Boundary>
    </>
  )
}

void start(<Page />, () => {
  crash.start()
  servers.start()
  services.start()
  approvals.start()
  inputs.start()
  askingPauses.start()
  settingsProblem.start()
  calls.start()
  builds.start()
  clients.start()
  connectedClients.start()
  consents.start()
  keyless.start()
  panic.start()
  chat.start()
  votes.start()
  xiaozhi.start()
  neuro.start()
  gameApproval.start()
  remoteAccess.start()
  discord.start()
  deck.start()
  obs.start()
  telemetry.start()
  overlay.start()
  audience.start()
  bedrock.start()
  javaSetups.start()
  people.start()
  rules.start()
  undos.start()
  trailState.start()
  startLive()
  desktop.start()
  gateways.start()
  markUnsavedForms(document, lastOrder)
  followShell()
  followClosePrompt()
})
