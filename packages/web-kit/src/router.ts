// The parts of the router in use. Shared as they are listed here: shared whole, it weighs twice as much; the one that
// also loads and submits data, half as much again.
export {
  BrowserRouter,
  Link,
  NavLink,
  Outlet,
  useLocation,
  useNavigate,
  useParams,
  useRoutes,
  useSearchParams,
} from 'react-router-dom';
export type { RouteObject } from 'react-router-dom';
