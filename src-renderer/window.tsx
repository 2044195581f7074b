/** Window: the entry of the main window. */

import { useState } from 'react'
import { followShell } from './app/follow-shell.js'
import { Frame } from './app/frame.js'
import { start } from './app/start.js'
import { markUnsavedForms } from './app/unsaved-forms.js'
import { CloseDialog } from './features/closing/close-dialog.js'
import { BareWindow } from './features/crash/bare-window.js'
import { followClosePrompt } from './state/close-prompt.js'
import { crash } from './state/crash.js'
import { desktop } from './state/desktop.js'
import {
  approvals,
  askingPauses,
  bedrock,
  calls,
  chat,
  clients,
  connectedClients,
  consents,
  gameApproval,
  inputs,
  javaSetups,
  overlay,
  panic,
  people,
  servers,
  services,
  settingsProblem,
  xiaozhi,
} from './state/feeds.js'
import { startLive } from './state/live.js'
import { rules } from './state/rules.js'
import { trailState } from './state/trail-state.js'
import { undos } from './state/undos.js'
import { Boundary } from './ui/layout/boundary.js'

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
  clients.start()
  connectedClients.start()
  consents.start()
  panic.start()
  chat.start()
  xiaozhi.start()
  gameApproval.start()
  overlay.start()
  bedrock.start()
  javaSetups.start()
  people.start()
  rules.start()
  undos.start()
  trailState.start()
  startLive()
  desktop.start()
  markUnsavedForms()
  followShell()
  followClosePrompt()
})
