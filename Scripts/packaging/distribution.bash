# Builds packages in a fresh system of another distribution, made by debootstrap. Sourced by Scripts/package.

# The mirror of a distribution's packages.
mirror_of() {
  case $1 in
    jammy | noble) echo http://archive.ubuntu.com/ubuntu ;;
    *) echo http://deb.debian.org/debian ;;
  esac
}

# ubuntu_keyring    Prints the path of the keys that sign Ubuntu's packages. Elsewhere than on Ubuntu they come from Ubuntu's own package of them, by
# a hash that was compared with the fingerprints that Ubuntu publishes (2018: F6EC B376 2474 EDA9 D21B 7022 8719 20D1 991B C93C).
ubuntu_keyring() {
  local installed=/usr/share/keyrings/ubuntu-archive-keyring.gpg folder=$root/.build-packages/ubuntu-keyring
  local package=ubuntu-keyring_2023.11.28.1_all.deb hash=36de43b15853ccae0028e9a767613770c704833f82586f28eb262f0311adb8a8
  if [[ -f $installed ]]; then
    echo "$installed"
    return
  fi
  mkdir -p "$folder"
  /usr/lib/apt/apt-helper download-file "$(mirror_of noble)/pool/main/u/ubuntu-keyring/$package" "$folder/$package" "SHA256:$hash" >&2
  dpkg-deb -x "$folder/$package" "$folder"
  echo "$folder$installed"
}

# make_system NAME FOLDER    Makes a minimal system of a distribution in a folder, unless it is there.
make_system() {
  local name=$1 folder=$2 mirror components=main options=()
  [[ ! -e $folder.made ]] || return 0
  mirror=$(mirror_of "$name")
  if [[ $mirror == *ubuntu* ]]; then
    components=main,universe
    options=("--keyring=$(ubuntu_keyring)")
  fi
  # A debootstrap that is older than the distribution makes it as any other of its kind.
  local script=/usr/share/debootstrap/scripts/$name
  [[ -e $script ]] || script=/usr/share/debootstrap/scripts/$([[ $mirror == *ubuntu* ]] && echo jammy || echo sid)
  say "Making a system of $name in $folder."
  rm -rf -- "$folder"
  debootstrap --variant=minbase "--components=$components" ${options[@]+"${options[@]}"} "$name" "$folder" "$mirror" "$script" >"$folder.log" 2>&1 || {
    tail -n 20 -- "$folder.log" >&2
    say "Scripts/package: debootstrap could not make $name (see above)."
    exit 1
  }
  if [[ $mirror == *debian.org* ]]; then
    printf 'deb %s %s-updates main\ndeb %s-security %s-security main\n' "$mirror" "$name" "$mirror" "$name" >>"$folder/etc/apt/sources.list"
  fi
  touch "$folder.made"
}

# in_system FOLDER COMMAND…    Runs a command in a system, with this machine's network, processes and devices.
in_system() {
  local folder=$1
  shift
  cp -L /etc/resolv.conf "$folder/etc/resolv.conf"
  mkdir -p "$folder$root" "$folder$toolchain"
  # In a namespace of its own, so that nothing stays mounted, whatever happens.
  unshare --mount bash -euo pipefail -c '
    system=$1 root=$2 toolchain=$3
    shift 3
    mount --bind "$root" "$system$root"
    mount --bind "$toolchain" "$system$toolchain"
    mount -t proc proc "$system/proc"
    mount --rbind /dev "$system/dev"
    exec chroot "$system" env -i HOME=/root TERM=dumb DEBIAN_FRONTEND=noninteractive LANG=C.UTF-8 \
      PATH="$toolchain/usr/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin" "$@"
  ' - "$folder" "$root" "$toolchain" "$@"
}

# package_in_distribution KIND    Builds a package in a system of `distribution`, from scratch, moves it to the folder `output`, and prints its path.
package_in_distribution() {
  local kind=$1 system=$root/.build-package-$distribution package
  if [[ $(id -u) -ne 0 ]]; then
    say "Scripts/package: --distribution needs root: it makes a system and enters it."
    exit 1
  fi
  toolchain=$(readlink -f -- "$(dirname -- "$(readlink -f -- "$(command -v swiftc)")")/../..")
  make_system "$distribution" "$system"
  # The packages that Motes depends on are fetched here, where git is set up.
  swift package --package-path "$root" --scratch-path "$root/.build-$distribution" resolve >&2
  # What a Swift toolchain needs, by the packages of Swift for Debian.
  in_system "$system" bash -euc '
    apt-get -q update && apt-get -q install -y --no-install-recommends build-essential binutils-gold git ca-certificates pkg-config tzdata \
      "^libpython3\.[0-9]+$" libsqlite3-0 libncurses6 libcurl4 libxml2 libedit2' >&2
  package=$(in_system "$system" env "MOTES_DISTRIBUTION=$distribution" bash "$root/Scripts/package" \
    "${kind/oci/deb}" -o "$root/.build-packages" | tail -n 1)
  [[ $kind != oci ]] || package=$(package_image "$package")
  [[ $output == "$root/.build-packages" ]] || mv -f -- "$package" "$output/"
  printf '%s\n' "$output/$(basename -- "$package")"
}

# package_image PACKAGE    Makes an image of the distribution's minimal system with a .deb in it, and prints its path.
package_image() {
  local package=$1 image=$root/.build-image-$distribution archive version
  make_system "$distribution" "$image"
  cp -- "$package" "$image/root/motes.deb"
  in_system "$image" bash -euc '
    apt-get -q update && apt-get -q install -y --no-install-recommends /root/motes.deb \
      fonts-inter fonts-jetbrains-mono fonts-noto-color-emoji && rm -f /root/motes.deb && mkdir -p /work
    apt-get clean && rm -rf /var/lib/apt/lists/* /var/log/* /var/cache/ldconfig /var/cache/fontconfig' >&2
  archive=${package%.deb}.oci.tar
  version=$(basename -- "$package" | cut -d _ -f 2)
  # Without the empty folders that were mounted on.
  rmdir -p --ignore-fail-on-non-empty "$image$root" "$image$toolchain" 2>/dev/null || true
  python3 "$root/Scripts/packaging/oci.py" "$image" "$version" "$(dpkg --print-architecture)" "$archive"
  printf '%s\n' "$archive"
}
