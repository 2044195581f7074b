/** Server building: where AI may build on a server, and the structure files that it may place on any. */
import type { Server } from '@shared/servers/server.js'
import { BuildAreas } from './build-areas.js'
import { StructureFiles } from './structure-files.js'
import './building.css'

export const ServerBuilding = ({ server }: { readonly server: Server }) => (
  <>
    <BuildAreas server={server} />
    <StructureFiles />
  </>
)
