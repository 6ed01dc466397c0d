// The parts of the router in use. Shared as they are listed here: shared whole, it weighs twice as much.
export {
  createBrowserRouter,
  createMemoryRouter,
  Link,
  NavLink,
  Outlet,
  RouterProvider,
  useLocation,
  useNavigate,
  useParams,
  useRoutes,
  useSearchParams,
} from 'react-router-dom';
export type { RouteObject } from 'react-router-dom';
