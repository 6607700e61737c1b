"""The games for other people's programs, each an extra of its own; nothing else in houseway imports this room.

pip install 'houseway[gymnasium]'   ->  import houseway.adapters.gymnasium
pip install 'houseway[pettingzoo]'  ->  import houseway.adapters.pettingzoo
"""
