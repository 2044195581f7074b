/** Teleport: moves a player, and is done once the player's own client has confirmed the place. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import vec3 from 'vec3'

const confirmDeadline = 2_000

/** @throws Error when the client leaves or does not confirm in time */
export async function teleport({ entity, facing }, { x, y, z, yaw = facing.yaw, pitch = facing.pitch }) {
  const arrived = confirmation(entity._client, { x, y, z })
  // flying-squid keeps angles as bytes but sends them as degrees.
  Object.assign(entity, { yaw, pitch })
  await entity.sendPosition(new vec3.Vec3(x, y, z), false, true)
  entity.sendSelfPosition()
  await arrived
  // The server takes the confirmed place over asynchronously; the next turn sees it.
  await nextTurn()
}

function confirmation(client, { x, y, z }) {
  return new Promise((resolve, reject) => {
    const finish = (settle, value) => {
      clearTimeout(timer)
      client.off('position_look', confirm)
      client.off('end', lose)
      settle(value)
    }
    const confirm = (at) => at.x === x && at.y === y && at.z === z && finish(resolve)
    const lose = () => finish(reject, new Error('The player left before arriving'))
    const timer = setTimeout(() => finish(reject, new Error('The player did not confirm the move')), confirmDeadline)
    client.on('position_look', confirm)
    client.on('end', lose)
  })
}
